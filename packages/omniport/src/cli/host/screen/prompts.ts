/**
 * The prompts of a terminal. Control characters in texts are escaped. A prompt that the user leaves (Esc, Ctrl-C,
 * Ctrl-D) is undefined; one whose `signal` aborts rejects with the reason.
 */
export interface Prompts {
  /** More than 20 options can be searched. */
  select<T>(prompt: SelectPrompt<T>): Promise<T | undefined>
  multiselect<T>(prompt: MultiselectPrompt<T>): Promise<readonly T[] | undefined>
  /** One line, or several with `isLong`. Empty if nothing was typed. */
  text(prompt: TextPrompt): Promise<string | undefined>
  confirm(prompt: ConfirmPrompt): Promise<boolean | undefined>
  note(title: string, text: string): Promise<void>
  print(tone: Tone, text: string): Promise<void>
}

export interface SelectPrompt<T> extends PromptOptions {
  readonly options: readonly Choice<T>[]
  /** The position of the cursor. Default: the first option. */
  readonly initial?: T | undefined
}

export interface MultiselectPrompt<T> extends PromptOptions {
  readonly options: readonly Choice<T>[]
  readonly initial?: readonly T[] | undefined
}

export interface TextPrompt extends PromptOptions {
  /** Editable text. */
  readonly initial?: string | undefined
  readonly placeholder?: string | undefined
  readonly isLong?: boolean | undefined
  readonly isSecret?: boolean | undefined
  /** Returns the problem of a text, which is then asked for again. */
  readonly check?: ((text: string) => string | undefined) | undefined
}

export interface ConfirmPrompt extends PromptOptions {
  /** Default: true. */
  readonly initial?: boolean | undefined
}

export interface Choice<T> {
  readonly value: T
  readonly label: string
  /** Shown while the cursor is on the option. */
  readonly hint?: string | undefined
}

export type Tone = 'plain' | 'good' | 'warning' | 'bad'

interface PromptOptions {
  readonly message: string
  readonly signal?: AbortSignal | undefined
}
