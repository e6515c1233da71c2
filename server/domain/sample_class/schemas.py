"""Request model of the sample class."""

from server.schema import RequestModel
from server.texts.language import Language


class SampleClassRequest(RequestModel):
    """The language of the page, in which the class is made."""

    language: Language
