"""Services of the routes for substitutes."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends

from server.requests.dependencies import CoreServices, provide
from server.security.code_key import CodeKey


@dataclass(frozen=True, kw_only=True)
class SubstituteServices(CoreServices):
    """The key under which substitute codes are stored."""

    substitute_code_key: CodeKey


WithSubstitutes = Annotated[SubstituteServices, Depends(provide(SubstituteServices))]
