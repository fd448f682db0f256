"""The public names: what the package says it offers is what it has."""

import importlib
import pkgutil

import pytest

import napkin_site

PACKAGES = [
    "napkin_site",
    *(
        module.name
        for module in pkgutil.walk_packages(napkin_site.__path__, "napkin_site.")
        if module.ispkg and ".tests" not in module.name
    ),
]


@pytest.mark.parametrize("name", PACKAGES)
def test_the_list_of_public_names_is_sorted_and_importable(name: str) -> None:
    package = importlib.import_module(name)
    public = list(getattr(package, "__all__", []))
    assert public == sorted(public)
    assert len(public) == len(set(public))
    for public_name in public:
        assert getattr(package, public_name) is not None


def test_every_public_name_shows_in_dir() -> None:
    assert set(napkin_site.__all__) <= set(dir(napkin_site))


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no_such_name"):
        getattr(napkin_site, "no_such_name")  # noqa: B009  # mypy would refuse the plain form, rightly


def test_every_error_class_is_public() -> None:
    errors = importlib.import_module("napkin_site.errors")
    classes = {name for name, value in vars(errors).items() if isinstance(value, type)}
    assert classes <= set(napkin_site.__all__)
