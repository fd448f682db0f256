"""Text in XML, as the standard library writes it."""

from xml.sax.saxutils import escape, quoteattr

from hypothesis import given
from hypothesis import strategies as st

from napkin_site.builder.data.xml_text import escape_xml, quote_xml

TEXTS = st.text(alphabet=st.sampled_from("ab<>&\"' \n\r\té"))


@given(TEXTS)
def test_texts_and_attributes_are_escaped_as_the_standard_library_does(text: str) -> None:
    assert escape_xml(text) == escape(text)
    assert quote_xml(text) == quoteattr(text)
