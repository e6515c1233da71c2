"""The sample class in Spanish."""

from server.domain.sample_class.content import Content, GoalText, InventedStudent, ItemText, SuggestionText

SPANISH = Content(
    teacher="Docente de muestra",
    classroom="Clase de muestra",
    grade_level="3.º grado",
    students=(
        InventedStudent("Amara", "Okafor", "amara.o"),
        InventedStudent("Bruno", "Castillo", "bruno.c"),
        InventedStudent("Chloé", "Nguyễn", "chloe.n"),
        InventedStudent("Diego", "Ramírez", "diego.r"),
        InventedStudent("Emma", "Li", "emma.l"),
        InventedStudent("Farid", "Haddad", "farid.h"),
        InventedStudent("Gabriela", "Souza", "gabriela.s"),
        InventedStudent("Hana", "Suzuki", "hana.s"),
        InventedStudent("Iker", "Etxeberria", "iker.e"),
        InventedStudent("Jamal", "Washington", "jamal.w"),
        InventedStudent("Killa", "Mamani", "killa.m"),
        InventedStudent("Lucía", "Hernández", "lucia.h"),
    ),
    goals={
        "reading": GoalText(
            "Leer 20 minutos",
            details="El título del libro y una cosa que pasa en él.",
            notes=(
                "Dos capítulos, el dragón ha vuelto.",
                "Un libro sobre ballenas. La azul es tan larga como tres autobuses.",
                "Le leí a mi hermanita por la noche.",
                "El detective encontró la llave debajo del tapete.",
            ),
            comments=("¿Qué pasa después?", "¡Muy bien!", "Buena elección de libro."),
        ),
        "spelling": GoalText("Lista de ortografía {number}"),
        "tables": GoalText(
            "Aprender las tablas del 7 y del 8",
            notes=("Me sé la del 7 hacia delante y hacia atrás.", "Mi abuelo me las preguntó todas."),
            comments=("¡Todas bien a la primera!", "El 8 por 7 salió rápido hoy."),
        ),
        "journal": GoalText(
            "Una página en el diario de lectura",
            details="Una foto de tu página, con un dibujo.",
            notes=("Mi página sobre la casa de la colina.", "Dibujé el lugar donde ocurre."),
            comments=("La casa es como la imaginaba.", "Muy buena letra, y cuánto escribiste.", "¡Qué lindo dibujo!"),
        ),
        "letter": GoalText(
            "Escribir una carta de agradecimiento",
            notes=(
                "Le escribí a quien conduce el autobús.",
                "A mi tía, por el libro.",
                "A la cocina, por los panqueques.",
            ),
            comments=("Eso va a alegrar a alguien.",),
        ),
        "corner": GoalText("Ayudar a montar el rincón de ciencias"),
        "buddy": GoalText(
            "Ser buen compañero en el recreo",
            notes=("Jugué con Bruno.", "Le enseñé el patio a quien llegó nuevo."),
            comments=("Gracias por cuidar de los demás.",),
        ),
        "plants": GoalText("Regar las plantas de la clase"),
        "song": GoalText("Aprender una canción en la flauta", notes=("La toqué para mi familia.",)),
        "shelf": GoalText("Ordenar la estantería de libros", notes=("Por color y luego por tamaño.",)),
        "map": GoalText("Dibujar un mapa de tu camino a la escuela", details="Con al menos cinco lugares."),
    },
    items={
        "pencil": ItemText("Lápiz con brillantina", "Azul, verde o dorado."),
        "surprise": ItemText("Una sorpresa"),
        "seat": ItemText("Elegir tu asiento por un día", "Junto a alguien, si trabajan bien."),
        "chair": ItemText("La silla del docente por un día", "La blanda, con ruedas."),
        "leader": ItemText("Encabezar la fila", "Toda una semana, camino al comedor."),
        "film": ItemText("Película el viernes", "La ve toda la clase. La eliges tú."),
    },
    groups={"red": "Lectores rojos", "blue": "Lectores azules"},
    awards={
        "helped": "Ayudó a alguien",
        "tidy": "Mesa ordenada",
        "question": "Hizo una gran pregunta",
        "quiet": "Hizo fila en silencio",
        "kind": "Palabras amables",
        "focused": "Trabajó con atención",
    },
    suggestions={
        "I": SuggestionText("Aprender una canción en la flauta", "Tengo una en casa y sé dos notas."),
        "J": SuggestionText("Comer 10 galletas", "Se me da bien."),
        "E": SuggestionText("Aprender un poema de memoria", "El del caracol. Tiene cuatro estrofas."),
        "L": SuggestionText("Leerles a los de primer grado", "Mi prima está en esa clase."),
    },
    denied="Esta es la página de la semana pasada. Ven a hablar conmigo.",
    returned="¡Casi! Practica una vez más 7 por 8 y 8 por 8.",
    correction="Contado dos veces",
    cancelled="Cambié de idea",
)
