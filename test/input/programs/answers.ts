import { isObject } from '../../../packages/omniport/src/values/json/is-object.js'

/** A question as it is on the wire. */
export interface WireQuestion {
  readonly method: string
  readonly params?: Readonly<Record<string, unknown>>
}

/** Answers questions: the same one the second time in another way. What is said depends on nothing else. */
export class Replies {
  readonly #times = new Map<string, number>()
  readonly #byKey = new Map<string, number>()

  /** The answer to a question that has a key, the same whenever it is asked for. */
  toKey(key: string, question: WireQuestion): object {
    const time = this.#byKey.get(key) ?? this.#next(question)
    this.#byKey.set(key, time)
    return answerOf(question, time)
  }

  /** The answer to a question that is asked now. */
  to(question: WireQuestion): object {
    return answerOf(question, this.#next(question))
  }

  #next(question: WireQuestion): number {
    const identity = textOf(question)
    const time = (this.#times.get(identity) ?? 0) + 1
    this.#times.set(identity, time)
    return time
  }
}

function answerOf(question: WireQuestion, time: number): object {
  const text = textOf(question)
  const chance = Array.from(`${text} ${time}`).reduce((sum, each) => (sum * 31 + each.charCodeAt(0)) % 9973, 7)
  if (question.method === 'roots/list') return { roots: [{ uri: `file:///${time}`, name: text }] }
  if (question.method === 'sampling/createMessage') {
    return { role: 'assistant', model: 'm', content: { type: 'text', text: `${text} ${time} ${chance}` } }
  }
  if (chance % 7 === 0) return { action: chance % 2 === 0 ? 'decline' : 'cancel' }
  return { action: 'accept', content: contentOf(question, chance) }
}

function contentOf({ params }: WireQuestion, chance: number): object {
  const schema = params?.['requestedSchema'] as {
    readonly properties: { readonly value: Readonly<Record<string, unknown>> }
  }
  const { type, enum: choices } = schema.properties.value
  if (type === 'integer') return chance % 3 === 0 ? {} : { value: chance % 100 }
  if (type === 'boolean') return { value: chance % 2 === 0 }
  if (type === 'array') return { value: ['a', 'b', 'c'].slice(chance % 3) }
  return { value: Array.isArray(choices) ? choices[chance % choices.length] : `text ${chance}` }
}

/** What tells a question from others of the same kind. */
function textOf({ method, params }: WireQuestion): string {
  const messages = params?.['messages']
  const reported = isObject(params) && 'message' in params ? params['message'] : JSON.stringify(messages)
  return `${method} ${String(reported)}`
}
