import type { SampleContent, SampleResult, ToolUse } from '../../../protocol/model/sampling.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { isObject } from '../../../values/json/is-object.js'
import { truncate } from '../../../values/text/truncate.js'
import { type ChatCall, ChatCalls } from './chat-calls.js'
import { parseJson } from './parse-json.js'
import { textOfError } from './text-of-error.js'
import type { ToolNames } from './tool-names.js'

export interface ChatResultOptions {
  /** The requested model, used if the answer does not name one. */
  readonly model: string
  readonly names: ToolNames
  /** Creates an id for a tool use without one. */
  readonly newId: () => string
}

/** Assembles an answer from the chunks of a stream, or from one complete response. */
export class ChatAnswer {
  readonly #texts: string[] = []
  readonly #calls = new ChatCalls()
  #model: string | undefined
  #finish: string | undefined
  #hasMessage = false

  /** True once a finish reason has arrived. */
  get isFinished(): boolean {
    return this.#finish !== undefined
  }

  /** @throws OmniportError `invalid_result` with the provider's error or for an invalid chunk, or `limit`. */
  add(chunk: unknown): void {
    if (!isObject(chunk)) throw invalid('is not a JSON object')
    const { error, choices, model } = chunk
    if (error !== undefined && error !== null) throw invalid(`ended with an error: ${textOfError(chunk)}`)
    if (typeof model === 'string' && model !== '') this.#model ??= truncate(model)
    if (!Array.isArray(choices)) return
    for (const choice of choices) if (isObject(choice) && (choice['index'] ?? 0) === 0) this.#addChoice(choice)
  }

  /** @throws OmniportError `invalid_result` if there is no message, or the input of a tool is not a JSON object. */
  toResult({ model, names, newId }: ChatResultOptions): SampleResult<SampleContent> {
    if (!this.#hasMessage) throw invalid('has no message')
    const isCut = this.#finish === 'length'
    const uses = this.#calls.all.flatMap((call) => {
      const input = parseInput(call)
      // A truncated answer may end in an incomplete call.
      if (input === undefined && isCut) return []
      if (input === undefined)
        throw invalid(`calls the tool ${truncate(call.name, 64)} with arguments that are not a JSON object`)
      const use: ToolUse = { type: 'tool_use', id: call.id || newId(), name: names.fromSent(call.name), input }
      return [use]
    })
    const text = this.#texts.join('')
    const content: SampleContent[] = text === '' && uses.length > 0 ? uses : [{ type: 'text', text }, ...uses]
    const stopReason = toStopReason(this.#finish, uses.length > 0)
    return { role: 'assistant', content, model: this.#model ?? model, ...(stopReason !== undefined && { stopReason }) }
  }

  #addChoice({ delta, message, finish_reason: finish }: Readonly<Record<string, unknown>>): void {
    if (typeof finish === 'string' && finish !== '') this.#finish = finish
    const chatMessage = delta ?? message
    if (!isObject(chatMessage)) return
    this.#hasMessage = true
    const { content, refusal, tool_calls: calls } = chatMessage
    this.#texts.push(...textsOf(content), ...textsOf(refusal))
    if (Array.isArray(calls)) for (const call of calls) this.#calls.add(call)
  }
}

/** The text of a string or of an array of parts. */
function textsOf(content: unknown): readonly string[] {
  if (typeof content === 'string') return [content]
  if (!Array.isArray(content)) return []
  return content.flatMap((part) => (isObject(part) && typeof part['text'] === 'string' ? [part['text']] : []))
}

/** Empty input is an empty object. */
function parseInput({ input }: ChatCall): Readonly<Record<string, unknown>> | undefined {
  const parsed = input.trim() === '' ? {} : parseJson(input)
  return isObject(parsed) ? parsed : undefined
}

const stopReasons: ReadonlyMap<string, string> = new Map([
  ['stop', 'endTurn'],
  ['length', 'maxTokens'],
  ['tool_calls', 'toolUse'],
  ['function_call', 'toolUse'],
])

/** spec: client/sampling#result-fields */
function toStopReason(finish: string | undefined, usesTools: boolean): string | undefined {
  if (finish === undefined) return undefined
  if (finish === 'stop' && usesTools) return 'toolUse'
  return stopReasons.get(finish) ?? truncate(finish, 64)
}

function invalid(problem: string): OmniportError {
  return new OmniportError('invalid_result', `The answer of the model ${problem}`)
}
