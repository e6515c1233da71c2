"""The sample class in English."""

from server.domain.sample_class.content import Content, GoalText, InventedStudent, ItemText, SuggestionText

ENGLISH = Content(
    teacher="Sample Teacher",
    classroom="Sample Class",
    grade_level="3rd Grade",
    students=(
        InventedStudent("Amara", "Okafor", "amara.o"),
        InventedStudent("Ben", "Carter", "ben.c"),
        InventedStudent("Chloé", "Nguyễn", "chloe.n"),
        InventedStudent("Diego", "Ramírez", "diego.r"),
        InventedStudent("Emma", "Li", "emma.l"),
        InventedStudent("Farid", "Haddad", "farid.h"),
        InventedStudent("Grace", "Kim", "grace.k"),
        InventedStudent("Hana", "Suzuki", "hana.s"),
        InventedStudent("Isla", "Patel", "isla.p"),
        InventedStudent("Jamal", "Washington", "jamal.w"),
        InventedStudent("Keanu", "Kahananui", "keanu.k"),
        InventedStudent("Lucía", "Hernández", "lucia.h"),
    ),
    goals={
        "reading": GoalText(
            "Read for 20 minutes",
            details="The title of the book, and one thing that happened in it.",
            notes=(
                "Two chapters, the dragon is back.",
                "A book about whales. The blue one is as long as three buses.",
                "I read to my little sister in the evening.",
                "The detective found the key under the mat.",
            ),
            comments=("What happens next?", "Well done!", "A good choice of book."),
        ),
        "spelling": GoalText("Spelling list {number}"),
        "tables": GoalText(
            "Learn the 7 and 8 times tables",
            notes=("I can say the 7 forwards and backwards.", "My grandfather asked me all of them."),
            comments=("All right at the first try!", "8 times 7 was quick today."),
        ),
        "journal": GoalText(
            "A page in the reading journal",
            details="A photo of your page, with a drawing.",
            notes=("My page about the house on the hill.", "I drew the place where it happens."),
            comments=("The house is just as I imagined it.", "Neat writing, and so much of it.", "Lovely drawing!"),
        ),
        "letter": GoalText(
            "Write a thank-you letter",
            notes=("I wrote to the bus driver.", "To my aunt, for the book.", "To the cook, for the pancakes."),
            comments=("That will make somebody happy.",),
        ),
        "corner": GoalText("Help set up the science corner"),
        "buddy": GoalText(
            "Be a buddy at recess",
            notes=("I played with Ben.", "I showed the new student the playground."),
            comments=("Thank you for looking after others.",),
        ),
        "plants": GoalText("Water the class plants"),
        "song": GoalText("Learn a song on the recorder", notes=("I played it for my family.",)),
        "shelf": GoalText("Tidy the bookshelf", notes=("By colour, and then by size.",)),
        "map": GoalText("Draw a map of your way to school", details="With at least five places on it."),
    },
    items={
        "pencil": ItemText("Glitter pencil", "Blue, green or gold."),
        "surprise": ItemText("A surprise"),
        "seat": ItemText("Choose your seat for a day", "Sit next to a friend, if you both work well."),
        "chair": ItemText("Teacher's chair for a day", "The soft one, with wheels."),
        "leader": ItemText("Line leader", "Lead the line to lunch for a whole week."),
        "film": ItemText("Film on Friday", "The whole class watches. You choose it."),
    },
    awards={
        "helped": "Helped a friend",
        "tidy": "Tidy desk",
        "question": "Asked a great question",
        "quiet": "Lined up quietly",
        "kind": "Kind words",
        "focused": "Stayed focused",
    },
    suggestions={
        "I": SuggestionText("Learn a song on the recorder", "I have one at home and know two notes."),
        "J": SuggestionText("Eat 10 cookies", "I am good at it."),
        "E": SuggestionText("Learn a poem by heart", "The one about the snail. It has four verses."),
        "L": SuggestionText("Read to the first graders", "My cousin is in that class."),
    },
    denied="This is the page from last week. Please ask me about it.",
    returned="Nearly! Practice 7 times 8 and 8 times 8 once more.",
    correction="Counted twice",
    cancelled="Changed my mind",
)
