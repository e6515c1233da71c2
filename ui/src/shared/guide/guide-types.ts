/** Text, the name of a control as the screens show it, or a link to another answer. */
export type Inline = string | { name: string } | { answer: string; text: string };

/** The first paragraph of a step, and those that explain it. */
export type Step = { text: Inline[]; details: Inline[][] };

/** A link to a page of the program. */
export type Action = { to: string; label: Inline[] };

export type Block =
  | { kind: 'paragraph'; text: Inline[] }
  | { kind: 'heading'; text: string }
  | { kind: 'steps'; steps: Step[] }
  | { kind: 'actions'; actions: Action[] };

export type Answer = { slug: string; title: string; blocks: Block[] };

export type GuideSection = { title: string; answers: Answer[] };

/** The guide for teachers in one language. */
export type Guide = GuideSection[];
