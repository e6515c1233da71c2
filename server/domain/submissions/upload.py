"""Submitting proof with an image: decoded and stored between two transactions, and deleted if the second refuses it."""

import asyncio
from typing import BinaryIO

from server.database.postgresql import DatabaseUnavailableError
from server.domain.submissions import service
from server.domain.submissions.models import Submission
from server.domain.submissions.service import ProofSubmission
from server.errors import DomainError
from server.media import DecoderTime
from server.requests.dependencies import CoreServices
from server.security.actor import Actor


async def submit(services: CoreServices, actor: Actor, proof: ProofSubmission, image: BinaryIO | None) -> Submission:
    """Store the proof, pending review; one upload of a student at a time."""
    transactions = services.transactions
    async with services.queues.upload_slot(actor.id):
        has_image = image is not None
        await transactions.read(lambda db: service.require_submittable_goal(db, actor, proof, has_image=has_image))
        if image is None:
            return await transactions.write(lambda db: service.submit(db, actor, proof, None))
        return await _submit_image(services, actor, proof, image)


async def _submit_image(services: CoreServices, actor: Actor, proof: ProofSubmission, image: BinaryIO) -> Submission:
    transactions, media = services.transactions, services.media
    used = await transactions.read(lambda db: service.used_decoding_units(db, actor))
    spent = DecoderTime()
    try:
        stored = await services.image_pool.clean_and_store(image, media, recent_use=used, decoder_time=spent)
    finally:
        if spent.seconds:
            await transactions.write(lambda db: service.record_decoding_time(db, actor, spent.seconds))
    try:
        return await transactions.write(lambda db: service.submit(db, actor, proof, stored.key))
    except DatabaseUnavailableError:
        raise  # it is unknown whether the row was committed: the cleanup of unreferenced images decides
    except DomainError:
        await asyncio.to_thread(media.delete, stored.key)
        raise
    # After any other error, such as a full disk, the row may still exist after a crash and need its image; if not, the
    # next start deletes the image as unreferenced.
