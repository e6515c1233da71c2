"""Services of the login card routes."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends

from server.security.code_key import CodeKey
from server.security.dependencies import CoreServices, provide


@dataclass(frozen=True, kw_only=True)
class LoginCardServices(CoreServices):
    """The key under which card codes are stored."""

    login_card_key: CodeKey


WithLoginCards = Annotated[LoginCardServices, Depends(provide(LoginCardServices))]
