"""Texts in the files that teachers download, in Spanish, by the English text in the code."""

from server.texts.host_labels import CLASS_COMPUTER, SCHOOL_SERVER
from server.texts.language import Language

SPANISH = {
    CLASS_COMPUTER: "la computadora de la clase",
    SCHOOL_SERVER: "el servidor de la escuela",
    "yes": "sí",
    "no": "no",
    # Headings
    "About": "Sobre",
    "Address": "Dirección",
    "Amount": "Cantidad",
    "Approved goal": "Meta aprobada",
    "Approved GoalBucks": "GoalBucks aprobados",
    "Archived": "Archivada",
    "Assignment": "Asignación",
    "Away since": "Ausente desde",
    "Balance after": "Saldo después",
    "By": "Por",
    "Cancelled": "Cancelada",
    "Class": "Clase",
    "Class code": "Código de la clase",
    "Co-teachers": "Codocentes",
    "Comment": "Comentario",
    "Completed": "Lograda",
    "Created": "Creación",
    "Description": "Descripción",
    "Details": "Detalles",
    "Device": "Dispositivo",
    "Due": "Fecha límite",
    "Earned": "Ganados",
    "Ended": "Terminada",
    "First name": "Nombre",
    "Fulfilled": "Entregada",
    "From": "Desde",
    "Goal": "Meta",
    "Goal id": "Id de la meta",
    "GoalBucks": "GoalBucks",
    "Goals completed": "Metas logradas",
    "Grade level": "Grado",
    "Group": "Grupo",
    "Group id": "Id del grupo",
    "Id": "Id",
    "Item": "Artículo",
    "Item id": "Id del artículo",
    "Language": "Idioma",
    "Last name": "Apellido",
    "Login card made": "Tarjeta de acceso creada",
    "Login card used": "Tarjeta de acceso usada",
    "May try again": "Puede intentarlo otra vez",
    "Name": "Nombre",
    "Per": "Por",
    "Per student": "Por estudiante",
    "Photo": "Foto",
    "Photo removed": "Foto borrada",
    "Picture": "Dibujo",
    "Price": "Precio",
    "Reason": "Motivo",
    "Reason of cancelling": "Motivo de la cancelación",
    "Reviewed": "Revisión",
    "Reviewed by": "Revisada por",
    "Returned": "Devuelto",
    "Role": "Papel",
    "School ID": "ID de la escuela",
    "Spent": "Gastados",
    "Status": "Estado",
    "Stock": "Existencias",
    "Store open": "Tienda abierta",
    "Saved": "Guardado",
    "Stopped": "Detenida",
    "Student": "Estudiante",
    "Students": "Estudiantes",
    "Suggested goal": "Meta propuesta",
    "Suggested GoalBucks": "GoalBucks propuestos",
    "Text": "Texto",
    "Term": "Período",
    "Times": "Veces",
    "To": "Hasta",
    "Until": "Hasta",
    "Username": "Nombre de usuario",
    "Weekdays": "Días de la semana",
    "What": "Qué",
    "What for": "Para qué",
    "When": "Cuándo",
    "Who": "Quién",
    "Why": "Por qué",
    "Why it ended": "Por qué terminó",
    "Worth if it paid less": "Valor si pagó menos",
    # README.txt
    "Everything that GoalBucks keeps of: {name}": "Todo lo que GoalBucks guarda de: {name}",
    "Exported on {moment} by GoalBucks {version}.": "Exportado el {moment} con GoalBucks {version}.",
    "A spreadsheet opens these:": "Estos archivos se abren con una hoja de cálculo:",
    "the class": "la clase",
    "the classes, each with its class code and its co-teachers": "las clases, cada una con su código y sus codocentes",
    "the students with their present balance; no passwords or codes of login cards, which nobody can read": (
        "los estudiantes con su saldo actual; sin contraseñas ni códigos de tarjetas de acceso, que nadie puede leer"
    ),
    "goals: current, completed, and ended without being completed": (
        "las metas: actuales, logradas y terminadas sin haberse logrado"
    ),
    "goals that repeat; without Students for everybody in the class": (
        "las metas que se repiten; sin Estudiantes, para toda la clase"
    ),
    "days without school": "los días sin clases",
    "the proof that was sent and its review; Photo is the photo's file in this folder": (
        "las pruebas enviadas y su revisión; Foto es el archivo de la foto en esta carpeta"
    ),
    "goals that students suggested": "las metas que propusieron los estudiantes",
    "what the class stores offer; without a number of Stock, or Per student, there is no limit": (
        "lo que ofrecen las tiendas de las clases; si Existencias o Por estudiante no tienen número, no hay límite"
    ),
    "what was bought": "lo que se compró",
    "what students save for; without Item id what was deleted": (
        "para qué ahorran los estudiantes; sin Id del artículo, lo que se eliminó"
    ),
    "the ledger: every change of a balance": "el libro de cuentas: cada cambio de un saldo",
    "who is in which group of the class": "quién está en qué grupo de la clase",
    "finished terms": "los períodos terminados",
    "goals of classes, to which students give GoalBucks": (
        "las metas de las clases, para las que los estudiantes aportan GoalBucks"
    ),
    "what students gave to the goals of their classes, and when they got it back": (
        "lo que los estudiantes aportaron a las metas de sus clases, y cuándo lo recuperaron"
    ),
    "what the teacher wrote on the reports for families; without Term on those of the running one": (
        "lo que su docente escribió en los informes para las familias; sin Período, en los del actual"
    ),
    "who stood in for the teacher; without Ended until the time of Until": (
        "quién hizo la suplencia; sin Terminada, hasta la hora de Hasta"
    ),
    "what was done, by whom, and from which device, of the last year": (
        "qué se hizo en el último año, quién y desde qué dispositivo"
    ),
    "The same for programs: goalbucks.json": "Lo mismo para programas: goalbucks.json",
    "The photos that were sent as proof are in the folder photos, by class and student.": (
        "Las fotos enviadas como prueba están en la carpeta photos, por clase y estudiante."
    ),
    "Times in the CSV files are by the clock of the {host}, in goalbucks.json they are UTC.": (
        "Las horas de los archivos CSV son las que marca {host}; en goalbucks.json son UTC."
    ),
    "A text that a spreadsheet would take for a formula has an apostrophe before it.": (
        "Un texto que una hoja de cálculo tomaría por una fórmula lleva un apóstrofo delante."
    ),
    "There are no passwords in these files. They are about children: keep them where nobody else reads them,": (
        "Estos archivos no tienen contraseñas. Tratan de niños: guárdelos donde nadie más los lea"
    ),
    "and delete them once they are no longer needed.": "y bórrelos cuando ya no hagan falta.",
    "These photos were no longer there:": "Estas fotos ya no estaban:",
    "These photos could not be read just now. Please export again to have them:": (
        "Estas fotos no se pudieron leer ahora. Vuelva a exportar para tenerlas:"
    ),
}


def translate(text: str, language: Language) -> str:
    """Return the text in the language."""
    return SPANISH[text] if language == "es" else text
