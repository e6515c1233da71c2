"""Names, in sentences, of the computer that runs the server; see `Deployment.host_label`."""

CLASS_COMPUTER = "class computer"
SCHOOL_SERVER = "school's server"
