"""MSI component that adds its folder to PATH, so that `goalbucks` in a terminal starts goalbucks.com.

WiX has an element for it. wixl hasn't, so msibuild adds the same tables to the finished MSI.
"""

from collections.abc import Iterator
from pathlib import Path

_COMPONENT = """<?xml version="1.0" encoding="utf-8"?>
<Wix xmlns="http://schemas.microsoft.com/wix/2006/wi">
  <Fragment>
    <DirectoryRef Id="INSTALLDIR">
      <Component Id="CommandPath" Guid="0f2f4b53-6a0a-4c3d-9a55-3f6d5f8b7c21" Win64="yes">
        <RegistryValue Root="HKLM" Key="Software\\GoalBucks" Name="OnPath" Type="integer" Value="1" KeyPath="yes"/>
        {environment}
      </Component>
    </DirectoryRef>
  </Fragment>
</Wix>
"""
_ENVIRONMENT = (
    '<Environment Id="CommandPath" Name="PATH" Action="set" Part="last" System="yes" Permanent="no" '
    'Value="[INSTALLDIR]"/>'
)
_QUERIES = (
    """CREATE TABLE `Environment` (`Environment` CHAR(72) NOT NULL, `Name` CHAR(255) NOT NULL LOCALIZABLE,
    `Value` CHAR(255) LOCALIZABLE, `Component_` CHAR(72) NOT NULL PRIMARY KEY `Environment`)""",
    """INSERT INTO `Environment` (`Environment`, `Name`, `Value`, `Component_`)
    VALUES ('CommandPath', '=-*PATH', '[~];[INSTALLDIR]', 'CommandPath')""",
    "INSERT INTO `InstallExecuteSequence` (`Action`, `Sequence`) VALUES ('RemoveEnvironmentStrings', 3300)",
    "INSERT INTO `InstallExecuteSequence` (`Action`, `Sequence`) VALUES ('WriteEnvironmentStrings', 5200)",
)


def write(target: Path, *, by_wix: bool) -> None:
    """Write the WiX source of the component."""
    target.write_text(_COMPONENT.format(environment=_ENVIRONMENT if by_wix else ""), encoding="utf-8")


def queries() -> Iterator[str]:
    """Return the arguments of msibuild."""
    for query in _QUERIES:
        yield from ("-q", query)
