/**
 * What a person can be asked and shown at a terminal. Texts may be those of a server: what would steer the terminal is shown
 * as an escape. A question that the person leaves (Esc, Ctrl-C, Ctrl-D) is undefined; one whose `signal` aborts rejects with the
 * reason.
 */
export interface Prompts {
  /** One of several, by arrow keys; more than 20 can be searched. */
  select<T>(prompt: SelectPrompt<T>): Promise<T | undefined>
  /** Any number of several. */
  multiselect<T>(prompt: MultiselectPrompt<T>): Promise<readonly T[] | undefined>
  /** A line, or with `isLong` many. Empty where nothing was typed. */
  text(prompt: TextPrompt): Promise<string | undefined>
  confirm(prompt: ConfirmPrompt): Promise<boolean | undefined>
  /** Shows a box of text. */
  note(title: string, text: string): Promise<void>
  /** Shows a line or a few. */
  print(tone: Tone, text: string): Promise<void>
}

export interface SelectPrompt<T> extends PromptOptions {
  readonly options: readonly Choice<T>[]
  /** Where the cursor stands. Default: at the first. */
  readonly initial?: T | undefined
}

export interface MultiselectPrompt<T> extends PromptOptions {
  readonly options: readonly Choice<T>[]
  /** Those that are chosen to begin with. */
  readonly initial?: readonly T[] | undefined
}

export interface TextPrompt extends PromptOptions {
  /** Can be edited. */
  readonly initial?: string | undefined
  /** Shown while nothing is typed. */
  readonly placeholder?: string | undefined
  readonly isLong?: boolean | undefined
  /** What is typed is not shown. */
  readonly isSecret?: boolean | undefined
  /** What is wrong with it; it is asked again then. */
  readonly check?: ((text: string) => string | undefined) | undefined
}

export interface ConfirmPrompt extends PromptOptions {
  /** Default: true. */
  readonly initial?: boolean | undefined
}

/** One of several things to choose. */
export interface Choice<T> {
  readonly value: T
  readonly label: string
  /** Shown beside it while the cursor stands there. */
  readonly hint?: string | undefined
}

export type Tone = 'plain' | 'good' | 'warning' | 'bad'

interface PromptOptions {
  readonly message: string
  readonly signal?: AbortSignal | undefined
}
