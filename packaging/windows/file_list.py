"""WiX source with one component for each file of a folder, instead of WiX's heat or wixl-heat, which loses the .exe."""

import hashlib
import uuid
import xml.etree.ElementTree as ET
from pathlib import Path, PurePosixPath

NAMESPACE = "http://schemas.microsoft.com/wix/2006/wi"
COMPONENTS = uuid.UUID("6f2b9c1e-52a7-4d0f-8c3a-1e9b7d406f58")
"""Namespace of the components' ids, which depend on the file's path only and so stay the same across versions."""


def write(folder: Path, target: Path) -> None:
    """Write the source for the files of `folder` in INSTALLDIR; its paths are relative to the parent of `folder`."""
    root = ET.Element("Wix", xmlns=NAMESPACE)
    fragment = ET.SubElement(root, "Fragment")
    installed = ET.SubElement(fragment, "DirectoryRef", Id="INSTALLDIR")
    components = _add(installed, folder.parent, PurePosixPath(folder.name))
    group = ET.SubElement(fragment, "ComponentGroup", Id="Files")
    for component in components:
        ET.SubElement(group, "ComponentRef", Id=component)
    ET.ElementTree(root).write(target, encoding="utf-8", xml_declaration=True)


def _add(parent: ET.Element, base: Path, place: PurePosixPath) -> list[str]:
    components: list[str] = []
    for path in sorted((base / place).iterdir()):
        inside = place / path.name
        if path.is_dir():
            directory = ET.SubElement(parent, "Directory", Id=_id("d", inside), Name=path.name)
            components += _add(directory, base, inside)
            continue
        identity = _id("c", inside)
        guid = str(uuid.uuid5(COMPONENTS, str(inside)))
        component = ET.SubElement(parent, "Component", Id=identity, Guid=guid, Win64="yes")
        # wixl doesn't support absolute paths.
        ET.SubElement(component, "File", Id=_id("f", inside), Name=path.name, Source=str(inside), KeyPath="yes")
        components.append(identity)
    return components


def _id(kind: str, place: PurePosixPath) -> str:
    # An id has at most 72 characters and no slashes.
    return kind + hashlib.sha256(str(place).encode()).hexdigest()[:32]
