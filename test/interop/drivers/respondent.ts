import type { JsonObject } from '../json.js'

/** A question as a client of any make hands it to whoever answers, in the shape of the newest revision. */
export type InputQuery =
  | { readonly type: 'form'; readonly message: string; readonly schema: JsonObject }
  | { readonly type: 'page'; readonly message: string; readonly url: string }
  | { readonly type: 'model'; readonly params: JsonObject }

/** What answers each kind of question. */
export interface Replies {
  readonly form?: Answer<'form'>
  readonly page?: Answer<'page'>
  readonly model?: Answer<'model'>
}

/** An answer as a client sends it, or what makes it. */
export type Answer<T extends InputQuery['type']> = (
  question: Extract<InputQuery, { readonly type: T }>,
  signal: AbortSignal,
) => JsonObject | Promise<JsonObject>

/** Where a server may work. */
export interface Root {
  readonly uri: string
  readonly name?: string
}

/** Who answers the questions of a server, whatever client hands them on. */
export class Respondent {
  /** What was asked since `begin`, in order. */
  readonly asked: InputQuery[] = []
  /** Where a server may work. To be changed by `setRoots` of a driver only. */
  roots: readonly Root[] = [{ uri: 'file:///home/ann', name: 'home' }]
  #answers: Replies = {}

  /** Answers so from now on; what has no answer here is a mistake. */
  begin(answers: Replies): void {
    this.asked.length = 0
    this.#answers = answers
  }

  async answer(question: InputQuery, signal: AbortSignal): Promise<JsonObject> {
    this.asked.push(question)
    const answer = this.#answers[question.type] as Answer<InputQuery['type']> | undefined
    if (answer === undefined) throw new Error(`Nobody answers a ${question.type}`)
    return answer(question as never, signal) // it has the type that the answer was looked up by
  }
}

/** What a client of the SDK is handed, which is what is on the wire. */
export function toQuestion(params: JsonObject): InputQuery {
  const { mode, message, url, requestedSchema, _meta, messages, ...rest } = params
  if (Array.isArray(messages)) {
    return { type: 'model', params: { ...rest, messages: messages.map(withBlocks) } }
  }
  if (mode === 'url') return { type: 'page', message: String(message), url: String(url) }
  return { type: 'form', message: String(message), schema: requestedSchema as JsonObject }
}

/** One block may stand for a list of one. */
export function withBlocks({ role, content }: JsonObject): JsonObject {
  return { role, content: Array.isArray(content) ? content : [content] }
}
