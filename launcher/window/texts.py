"""Texts of the window's own pages and dialogs in Spanish, by the English text in the code.

Errors stay English in the terminal, in the log and in the details of an error page.
"""

import locale
from typing import get_args

from launcher.errors import FilledText
from server.texts.language import Language

SPANISH = {
    # Loading, restarting
    "Starting GoalBucks…": "GoalBucks se está abriendo…",
    "Still starting: the first time takes a little longer.": "Sigue abriéndose: la primera vez tarda un poco más.",
    "Still starting: an update may be converting your data.": (
        "Sigue abriéndose: puede que una actualización esté convirtiendo sus datos."
    ),
    "GoalBucks stopped unexpectedly. Starting again…": (
        "GoalBucks se cerró de forma inesperada. Se está abriendo de nuevo…"
    ),
    "Still starting: this takes longer than usual.": "Sigue abriéndose: tarda más de lo habitual.",
    "GoalBucks stopped, and starting it again didn't help": "GoalBucks se cerró y no se pudo abrir de nuevo",
    "Nothing that was saved is lost.": "No se perdió nada de lo guardado.",
    "Close this window and start GoalBucks again, or choose Start again.": (
        "Cierre esta ventana y abra GoalBucks otra vez, o elija Abrir de nuevo."
    ),
    "If it still stops, restart the computer.": "Si se vuelve a cerrar, reinicie la computadora.",
    "The details are in the log: {logs}": "Los detalles están en el registro: {logs}",
    # Buttons
    "Details": "Detalles",
    "Close": "Cerrar",
    "Cancel": "Cancelar",
    "Save": "Guardar",
    "Save file": "Guardar archivo",
    "Try again": "Intentar de nuevo",
    "Start again": "Abrir de nuevo",
    "Show logs": "Mostrar los registros",
    "Open the school's GoalBucks": "Abrir el GoalBucks de la escuela",
    # Closing
    "1 student is connected.": "Hay 1 estudiante en línea.",
    "{count} students are connected.": "Hay {count} estudiantes en línea.",
    "Close GoalBucks? They can't reach the class while it is closed.": (
        "¿Cerrar GoalBucks? Mientras esté cerrado no se puede entrar a la clase."
    ),
    "Close GoalBucks": "Cerrar GoalBucks",
    # Errors
    "GoalBucks can't start": "GoalBucks no puede abrirse",
    "Nothing was changed.": "No se cambió nada.",
    "Nothing was changed, and nothing is lost.": "No se cambió ni se perdió nada.",
    "Nothing was changed, and nothing that was saved is lost.": "No se cambió nada ni se perdió nada de lo guardado.",
    "Then choose Try again.": "Después elija Intentar de nuevo.",
    "Show the details to whoever set up GoalBucks on this computer.": (
        "Muestre los detalles a quien instaló GoalBucks en esta computadora."
    ),
    "If that doesn't help, show the details to whoever looks after this computer.": (
        "Si eso no ayuda, muestre los detalles a quien se encarga de esta computadora."
    ),
    "If this keeps happening, show the details to whoever looks after this computer.": (
        "Si sigue pasando, muestre los detalles a quien se encarga de esta computadora."
    ),
    "If that doesn't help, restart the computer, then start GoalBucks again.": (
        "Si eso no ayuda, reinicie la computadora y abra GoalBucks otra vez."
    ),
    "If there is none, restart the computer, then start GoalBucks again.": (
        "Si no está, reinicie la computadora y abra GoalBucks otra vez."
    ),
    "Restart the computer, then start GoalBucks again.": "Reinicie la computadora y abra GoalBucks otra vez.",
    "Choose Try again, or restart the computer.": "Elija Intentar de nuevo o reinicie la computadora.",
    "Then choose Try again. If that doesn't help, restart the computer.": (
        "Después elija Intentar de nuevo. Si eso no ayuda, reinicie la computadora."
    ),
    "These classes have moved": "Estas clases están ahora en otro lugar",
    "On {moved_at:%d %B %Y} this computer's classes moved to the school's server.": (
        "El {moved_at:%d/%m/%Y} las clases de esta computadora pasaron al servidor de la escuela."
    ),
    "On {moved_at:%d %B %Y} this computer's classes moved to the school's server: {address}.": (
        "El {moved_at:%d/%m/%Y} las clases de esta computadora pasaron al servidor de la escuela: {address}."
    ),
    "Ask whoever looks after the school's server for its address, and open that in a browser.": (
        "Pida la dirección a quien se encarga del servidor de la escuela y ábrala en un navegador."
    ),
    "These classes may have moved": "Estas clases quizá estén en otro lugar",
    "The move of this computer's classes to the school's server was interrupted, "
    "and it is not known whether they are there.": (
        "Se interrumpió el paso de las clases de esta computadora al servidor de la escuela y no se sabe si están allí."
    ),
    "Ask whoever moves your classes to the school's server to finish it, and show them the details.": (
        "Pida a quien pasa sus clases al servidor de la escuela que termine, y muéstrele los detalles."
    ),
    "If they are there, open them at {address}.": "Si están allí, ábralas en {address}.",
    "A setting of GoalBucks can't be used": "Un ajuste de GoalBucks no sirve",
    "GoalBucks was set up on this computer with a setting that it doesn't understand. Nothing was changed.": (
        "GoalBucks se instaló en esta computadora con un ajuste que no entiende. No se cambió nada."
    ),
    "GoalBucks can't save in its folder": "GoalBucks no puede guardar en su carpeta",
    "GoalBucks keeps everything in one folder, and this computer doesn't let it save there now.": (
        "GoalBucks guarda todo en una carpeta, y ahora esta computadora no le permite guardar allí."
    ),
    "If the folder is on a USB stick or a network drive, check that it is connected and not write-protected.": (
        "Si la carpeta está en una memoria USB o en una unidad de red, revise que esté conectada y que no esté "
        "protegida contra escritura."
    ),
    "The disk is full": "El disco está lleno",
    "There is no room left on the disk on which GoalBucks keeps your classes.": (
        "Ya no queda espacio en el disco donde GoalBucks guarda sus clases."
    ),
    "Empty the recycle bin, or move large files such as videos to another disk.": (
        "Vacíe la papelera o pase archivos grandes, como videos, a otro disco."
    ),
    "The disk can't be read": "No se puede leer el disco",
    "The disk on which GoalBucks keeps your classes could not be read or written.": (
        "No se pudo leer o escribir en el disco donde GoalBucks guarda sus clases."
    ),
    "If GoalBucks's folder is on a USB stick or a network drive, check that it is connected.": (
        "Si la carpeta de GoalBucks está en una memoria USB o en una unidad de red, revise que esté conectada."
    ),
    "If this keeps happening, the disk may be failing: copy the folder with the backups to another one soon.": (
        "Si sigue pasando, puede que el disco esté fallando: copie pronto la carpeta de las copias de seguridad a otro."
    ),
    "Another program is using the class's database": "Otro programa está usando la base de datos de la clase",
    "Another program is using the class's database. Close that program, then try again.": (
        "Otro programa está usando la base de datos de la clase. Cierre ese programa e inténtelo de nuevo."
    ),
    "Close every program that may have opened goalbucks.db, such as a database viewer, a sync or a backup program.": (
        "Cierre todo programa que pueda haber abierto goalbucks.db, como un visor de bases de datos o un programa de "
        "sincronización o de copias de seguridad."
    ),
    "This class needs a newer GoalBucks": "Esta clase necesita un GoalBucks más nuevo",
    "This class was last used with a newer GoalBucks. Please install the newest version on this computer.": (
        "Esta clase se usó por última vez con un GoalBucks más nuevo. Instale la última versión en esta computadora."
    ),
    "The school's database was last used with a newer GoalBucks. Please install the newest version here.": (
        "La base de datos de la escuela se usó por última vez con un GoalBucks más nuevo. "
        "Instale aquí la última versión."
    ),
    "If the newer GoalBucks is on this computer already, close this window and start that one.": (
        "Si el GoalBucks más nuevo ya está en esta computadora, cierre esta ventana y abra aquel."
    ),
    "GoalBucks is already running": "GoalBucks ya está abierto",
    "GoalBucks is already open on this computer, but it doesn't answer.": (
        "GoalBucks ya está abierto en esta computadora, pero no responde."
    ),
    "Look for its window, or its icon among the running programs.": (
        "Busque su ventana o su ícono entre los programas abiertos."
    ),
    "An older GoalBucks is still running": "Un GoalBucks anterior sigue abierto",
    "GoalBucks {running} is still running on this computer, and you started GoalBucks {own}. "
    "Close the older one first, then start the new one again.": (
        "GoalBucks {running} sigue abierto en esta computadora, y usted abrió GoalBucks {own}. "
        "Cierre primero el anterior y vuelva a abrir el nuevo."
    ),
    "Close the window of the older one. Students reconnect by themselves.": (
        "Cierre la ventana del anterior. Los dispositivos de los estudiantes se conectan solos otra vez."
    ),
    "Another program is in the way": "Otro programa lo impide",
    "A program on this computer uses the connection that GoalBucks needs for your students' devices.": (
        "Un programa de esta computadora usa la conexión que GoalBucks necesita para los dispositivos de sus "
        "estudiantes."
    ),
    "Close the programs that you don't need, then choose Try again.": (
        "Cierre los programas que no necesite y elija Intentar de nuevo."
    ),
    "GoalBucks can't use its network address": "GoalBucks no puede usar su dirección de red",
    "GoalBucks was set up with a network connection that this computer doesn't have, or may not use.": (
        "GoalBucks se instaló con una conexión de red que esta computadora no tiene o no puede usar."
    ),
    "Something unexpected stopped GoalBucks while it was starting.": (
        "Algo inesperado impidió que GoalBucks se abriera."
    ),
    "The school's database isn't ready for this version of GoalBucks.": (
        "La base de datos de la escuela no está lista para esta versión de GoalBucks."
    ),
    "Show the details to whoever looks after the school's GoalBucks.": (
        "Muestre los detalles a quien se encarga del GoalBucks de la escuela."
    ),
}


WEB_VIEW_SPANISH = {
    "global.quitConfirmation": "¿Cerrar GoalBucks?",
    "global.ok": "Aceptar",
    "global.quit": "Cerrar",
    "global.cancel": "Cancelar",
    "global.saveFile": "Guardar archivo",
    "cocoa.menu.about": "Acerca de",
    "cocoa.menu.services": "Servicios",
    "cocoa.menu.view": "Visualización",
    "cocoa.menu.edit": "Edición",
    "cocoa.menu.hide": "Ocultar",
    "cocoa.menu.hideOthers": "Ocultar otros",
    "cocoa.menu.showAll": "Mostrar todo",
    "cocoa.menu.quit": "Salir de",
    "cocoa.menu.fullscreen": "Pantalla completa",
    "cocoa.menu.cut": "Cortar",
    "cocoa.menu.copy": "Copiar",
    "cocoa.menu.paste": "Pegar",
    "cocoa.menu.selectAll": "Seleccionar todo",
    "windows.fileFilter.allFiles": "Todos los archivos",
    "windows.fileFilter.otherFiles": "Otros tipos de archivo",
    "linux.openFile": "Abrir archivo",
    "linux.openFiles": "Abrir archivos",
    "linux.openFolder": "Abrir carpeta",
}
"""Texts of pywebview, by its keys."""


def translate(text: str, language: Language) -> str:
    """Return the text in the language, or in English if it has no translation."""
    if language == "en":
        return text
    if isinstance(text, FilledText):
        return SPANISH.get(text.template, text.template).format(**text.values)
    return SPANISH.get(text, text)


def system_language() -> Language:
    """Return the language of the system's locale if there are texts in it, else English."""
    # On Windows the name is that of the language, such as "Spanish_Mexico".
    name = (locale.getlocale()[0] or "").lower().replace("spanish", "es")
    return next((language for language in get_args(Language) if name.startswith(language)), "en")
