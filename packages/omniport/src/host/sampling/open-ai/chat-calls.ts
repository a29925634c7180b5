import { OmniportError } from '../../../values/errors/omniport-error.js'
import { isObject } from '../../../values/json/is-object.js'
import { tryParseJson } from '../../../values/json/text/parse-json.js'

/** What a model may ask for in one answer. */
const maxCalls = 128

/** A tool that a model asks for. */
export interface ChatCall {
  /** Empty: the provider gave it none. */
  readonly id: string
  readonly name: string
  /** JSON text. */
  readonly input: string
}

/**
 * Puts the tools that a model asks for together, from pieces or from wholes. A piece belongs to the call of its `index`, or where
 * it has none to the last one; not every provider counts, and not every one gives ids, so another id begins another call, and
 * so does a name when what was there is whole.
 */
export class ChatCalls {
  readonly #calls: PartialCall[] = []

  /** They are in the order in which they began. */
  get all(): readonly ChatCall[] {
    return this.#calls.map((call) => ({ id: call.id, name: call.name, input: call.pieces.join('') }))
  }

  /** @throws OmniportError `invalid_result`, or `limit` for too many. */
  add(given: unknown): void {
    const piece = toPiece(given)
    const { index } = piece
    const last = index === undefined ? this.#calls.at(-1) : this.#calls.findLast((call) => call.index === index)
    const call = last === undefined || beginsAnother(piece, last) ? this.#begin(index) : last
    call.id ||= piece.id
    // Some say the name again with every piece.
    call.name ||= piece.name
    call.pieces.push(piece.input)
  }

  #begin(index: number | undefined): PartialCall {
    if (this.#calls.length === maxCalls) {
      throw new OmniportError('limit', `The model asks for more than ${maxCalls} tools at once`)
    }
    const call: PartialCall = { index, id: '', name: '', pieces: [] }
    this.#calls.push(call)
    return call
  }
}

interface PartialCall {
  readonly index: number | undefined
  id: string
  name: string
  readonly pieces: string[]
}

interface Piece extends ChatCall {
  readonly index: number | undefined
}

function toPiece(given: unknown): Piece {
  if (!isObject(given)) throw new OmniportError('invalid_result', 'A tool call of the model is no object')
  const { index, id, function: functionCall } = given
  const { name, arguments: input = '' } = isObject(functionCall) ? functionCall : {}
  return {
    index: typeof index === 'number' ? index : undefined,
    id: typeof id === 'string' ? id : '',
    name: typeof name === 'string' ? name : '',
    input: typeof input === 'string' ? input : JSON.stringify(input),
  }
}

function beginsAnother(piece: Piece, call: PartialCall): boolean {
  if (piece.id !== '' && call.id !== '') return piece.id !== call.id
  return piece.name !== '' && piece.input !== '' && isCompleteJson(call.pieces.join(''))
}

function isCompleteJson(input: string): boolean {
  return isObject(tryParseJson(input))
}
