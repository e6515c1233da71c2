"""The exact fields of the API responses (specification 13; docs/api.md)."""

from typing import Final

TEACHER_USER: Final = {"id", "username", "role", "name", "language", "isSample", "membership"}
TEACHER: Final = {
    "id",
    "username",
    "name",
    "email",
    "createdAt",
    "hasPassword",
    "usesIdentityProvider",
    "recoveryCodeMadeAt",
}
STUDENT_USER: Final = TEACHER_USER - {"membership"} | {"firstName", "lastName", "classroomId"}
CLASSROOM: Final = {
    "id",
    "teacherId",
    "ownerName",
    "name",
    "classCode",
    "gradeLevel",
    "createdAt",
    "archivedAt",
    "storeOpen",
}
STUDENT: Final = {
    "id",
    "username",
    "firstName",
    "lastName",
    "classroomId",
    "classCode",
    "createdAt",
    "awaySince",
    "language",
}
STUDENT_STATS: Final = STUDENT | {"goalsCompleted", "goalbucks", "lastGoalName", "currentGoals"}
GOAL: Final = {
    "id",
    "studentId",
    "classroomId",
    "name",
    "goalbucks",
    "dueDate",
    "status",
    "createdAt",
    "completedAt",
    "overdue",
    "assignmentId",
    "seriesId",
    "details",
    "picture",
    "offeredGoalbucks",
    "endedReason",
    "endedAt",
}
SUBMISSION: Final = {
    "id",
    "goalId",
    "studentId",
    "classroomId",
    "imageUrl",
    "imageRemovedAt",
    "submissionText",
    "status",
    "comment",
    "allowResubmission",
    "createdAt",
    "reviewedAt",
    "reviewedBy",
}
ATTEMPT: Final = SUBMISSION | {"reviewerName", "reviewedBySubstitute"}
PORTFOLIO_ITEM: Final = SUBMISSION | {"goalName", "goalbucks", "offeredGoalbucks", "preview"}
SUBMISSION_ROW: Final = SUBMISSION | {
    "studentName",
    "className",
    "goalName",
    "goalDetails",
    "goalbucks",
    "offeredGoalbucks",
    "earlierTries",
}
STUDENT_STATS_ROW: Final = STUDENT_STATS | {"className"}
GOAL_ROW: Final = GOAL | {"studentName", "className"}
ASSIGNED_GOAL: Final = GOAL_ROW | {"changeable", "submissionPending"}
ASSIGNMENT_ROW: Final = {
    "id",
    "assignmentId",
    "name",
    "goalbucks",
    "offeredGoalbucks",
    "dueDate",
    "details",
    "picture",
    "overdue",
    "completedAt",
    "classroomId",
    "className",
    "studentId",
    "seriesId",
    "studentNames",
    "total",
    "completed",
}
STORE_ITEM: Final = {
    "id",
    "classroomId",
    "name",
    "description",
    "goalbucksCost",
    "stock",
    "picture",
    "createdAt",
    "perStudent",
    "per",
    "limitReached",
    "againOn",
}
PURCHASE: Final = {
    "id",
    "studentId",
    "classroomId",
    "itemId",
    "itemName",
    "goalbucksCost",
    "status",
    "purchasedAt",
    "fulfilledAt",
    "fulfilledBy",
    "cancelledAt",
    "cancelReason",
}
PURCHASE_ROW: Final = PURCHASE | {"studentName"}
SUGGESTION: Final = {
    "id",
    "studentId",
    "classroomId",
    "suggestedName",
    "suggestedGoalbucks",
    "description",
    "status",
    "teacherId",
    "createdAt",
    "reviewedAt",
    "approvedName",
    "approvedGoalbucks",
}
SUGGESTION_ROW: Final = SUGGESTION | {"studentName", "className"}
LEDGER_ENTRY: Final = {
    "id",
    "amount",
    "reason",
    "description",
    "createdAt",
    "createdBy",
    "balanceAfter",
    "assignmentId",
    "reversedAt",
}
BALANCE: Final = {"balance", "earned", "spent"}
TIMESTAMP: Final = r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?Z"
"""Pattern of an ISO 8601 timestamp in UTC with the suffix Z."""
