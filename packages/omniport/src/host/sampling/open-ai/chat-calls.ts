import { OmniportError } from '../../../values/errors/omniport-error.js'
import { isObject } from '../../../values/json/is-object.js'
import { parseJson } from './parse-json.js'

const maxCalls = 128

export interface ChatCall {
  /** Empty if the provider sent none. */
  readonly id: string
  readonly name: string
  /** The arguments as JSON text. */
  readonly input: string
}

/**
 * Assembles tool calls from pieces. A piece belongs to the call with its `index`, or without one to the last call. Not every
 * provider sends indexes and ids, so a new id starts a new call, and so does a name after complete arguments.
 */
export class ChatCalls {
  readonly #calls: PartialCall[] = []

  get all(): readonly ChatCall[] {
    return this.#calls.map((call) => ({ id: call.id, name: call.name, input: call.pieces.join('') }))
  }

  /** @throws OmniportError `invalid_result`, or `limit` for too many calls. */
  add(delta: unknown): void {
    const piece = toPiece(delta)
    const { index } = piece
    const last = index === undefined ? this.#calls.at(-1) : this.#calls.findLast((call) => call.index === index)
    const call = last === undefined || beginsAnother(piece, last) ? this.#begin(index) : last
    call.id ||= piece.id
    // Some providers repeat the name in every piece.
    call.name ||= piece.name
    call.pieces.push(piece.input)
  }

  #begin(index: number | undefined): PartialCall {
    if (this.#calls.length === maxCalls) {
      throw new OmniportError('limit', `The model made more than ${maxCalls} tool calls in one answer`)
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

function toPiece(delta: unknown): Piece {
  if (!isObject(delta)) throw new OmniportError('invalid_result', 'A tool call of the model must be an object')
  const { index, id, function: functionCall } = delta
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
  return piece.name !== '' && piece.input !== '' && isObject(parseJson(call.pieces.join('')))
}
