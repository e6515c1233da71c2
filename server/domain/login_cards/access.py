"""Dependency with what new cards need from the server and the request."""

from dataclasses import replace
from typing import Annotated

from fastapi import Depends, Request

from server.domain.login_cards.dependencies import WithLoginCards
from server.domain.login_cards.service import CardIssuer


async def card_issuer(request: Request, services: WithLoginCards) -> CardIssuer:
    """Collect the key and the address to print: a school's server prints the one that the teacher's browser uses."""
    if services.deployment.is_school:
        return CardIssuer(services.login_card_key, f"{request.url.scheme}://{request.url.netloc}")
    # As in the QR code of the class: port 80 may be taken later.
    endpoint = replace(services.computer.network.endpoint, port_80=False)
    address = None if endpoint.address is None else endpoint.url(endpoint.address)
    return CardIssuer(services.login_card_key, address)


WithCardIssuer = Annotated[CardIssuer, Depends(card_issuer)]
