"""Request and response models of substitute codes and substitutions."""

from server.schema import ResponseModel, Timestamp


class NewSubstituteCodeResponse(ResponseModel):
    """A code that was made; this is the only response with it."""

    code: str


class SubstituteCodeResponse(ResponseModel):
    """Whether a class has a substitute code."""

    active: bool
    made_at: Timestamp | None
    """null without a code."""
    last_used_at: Timestamp | None
    """null if nobody has begun with it."""


class SubstitutionResponse(ResponseModel):
    """A finished substitution, and how much the substitute did, undone or not."""

    id: str
    classroom_id: str
    class_name: str
    name: str
    began_at: Timestamp
    ended_at: Timestamp
    approved: int
    denied: int
    awards: int
    handed_over: int
