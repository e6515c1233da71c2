"""Services of the login card routes."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends

from server.requests.dependencies import CoreServices, provide
from server.security.code_key import CodeKey


@dataclass(frozen=True, kw_only=True)
class LoginCardServices(CoreServices):
    """The key under which card codes are stored."""

    login_card_key: CodeKey


WithLoginCards = Annotated[LoginCardServices, Depends(provide(LoginCardServices))]
