import fc from 'fast-check'
import { RpcError } from '../../packages/omniport/src/jsonrpc/messages/rpc-error.js'
import { result } from '../../packages/omniport/src/server/tools/result.js'
import { ToolError } from '../../packages/omniport/src/server/tools/tool-error.js'
import { json } from './json-text.js'

const fail = (): never => {
  throw new TypeError('a trap')
}

/** Throws whatever is done with it. */
const trapped = () =>
  new Proxy({}, { get: fail, has: fail, ownKeys: fail, getPrototypeOf: fail, getOwnPropertyDescriptor: fail })

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

function cyclic(): object {
  const value: Record<string, unknown> = { a: 1 }
  value['self'] = value
  return value
}

function deep(levels: number): object {
  let value: object = {}
  for (let level = 0; level < levels; level += 1) value = { value }
  return value
}

const withGetter = (key: string) => Object.defineProperty({}, key, { get: fail, enumerable: true })
const withMember = (key: string, value: unknown) => Object.fromEntries([[key, value]])
const branded = (name: string, members: object = {}) => ({ [Symbol.for(`omniport.${name}`)]: true, ...members })

/** An error of which nothing can be read. */
function silent(): Error {
  const error = new Error('silent')
  for (const key of ['stack', 'message', 'name', 'cause']) Object.defineProperty(error, key, { get: fail })
  return error
}

/** A value that a handler may return or throw: made anew each time, since looking at it may change it. */
export interface HostileValue {
  /** What to call it where a test fails. */
  readonly what: unknown
  readonly make: () => unknown
  /** Claims to be a value of this library. */
  readonly isMarked: boolean
}

/** What no JSON can say, and what fails when it is looked at. */
const odd: Readonly<Record<string, () => unknown>> = {
  trapped,
  revoked,
  cyclic,
  silent,
  deep: () => deep(60),
  'very deep': () => deep(5_000),
  ...Object.fromEntries(
    ['then', 'toJSON', 'content', 'type', 'message', 'messages', 'contents', 'text', 'code'].map((key) => [
      `${key} that fails`,
      () => withGetter(key),
    ]),
  ),
  'toJSON() that fails': () => ({ toJSON: fail }),
  'toJSON() of nothing': () => ({ toJSON: () => undefined }),
  'toJSON() of a BigInt': () => ({ toJSON: () => 1n }),
  'toString() that fails': () => ({ toString: fail }),
  BigInt: () => 1n,
  symbol: () => Symbol('s'),
  function: () => fail,
  NaN: () => Number.NaN,
  '-0': () => -0,
  'no date': () => new Date(Number.NaN),
  Map: () => new Map([[1, 2]]),
  'no prototype': () => Object.create(null),
  class: () => new (class Own {})(),
  holes: () => Array(2),
  bytes: () => new Uint8Array(3),
  'then() that fails': () => withMember('then', fail),
  'then that is 5': () => withMember('then', 5),
  'then() that rejects': () => withMember('then', (_: unknown, no: (reason: unknown) => void) => no(trapped())),
  'Error with a code': () => Object.assign(new Error('secret'), { code: 'E' }),
  ToolError: () => new ToolError('for the model'),
  'ToolError with a cause': () => new ToolError('why', { cause: trapped() }),
  'RpcError with a cycle': () => new RpcError(1, 'mine', cyclic()),
  'RpcError without text': () => new RpcError(-32002, ''),
  'RpcError of the protocol': () => new RpcError(-32042, 'x', { a: 1 }),
  'RpcError with a BigInt': () => new RpcError(7, 'mine', 1n),
  'RpcError with a trap': () => new RpcError(7, 'mine', trapped()),
  'RpcError of a large code': () => new RpcError(2 ** 60, 'far'),
  AbortError: () => new DOMException('gone', 'AbortError'),
  AggregateError: () => new AggregateError([trapped()], 'all'),
  'a full result': () => result({ content: [] }),
  undefined: () => undefined,
}

/** What says that it is of this library, and is not. */
const marked: Readonly<Record<string, () => unknown>> = {
  ...Object.fromEntries(
    ['RpcError', 'OmniportError', 'ToolError', 'result', 'Suspended'].map((name) => [name, () => branded(name)]),
  ),
  'RpcError that fails': () => branded('RpcError', { code: 'x', message: 5, toObject: fail }),
  'RpcError of a cycle': () => branded('RpcError', { code: 1, message: 'm', toObject: cyclic }),
  'ToolError with a trap': () => branded('ToolError', { message: trapped() }),
  'result without content': () => branded('result', { content: 5 }),
}

const oneOf = (makers: Readonly<Record<string, () => unknown>>, isMarked: boolean): fc.Arbitrary<HostileValue> =>
  fc.constantFrom(...Object.entries(makers)).map(([what, make]) => ({ what, make, isMarked }))

const plain = (value: fc.Arbitrary<unknown>): fc.Arbitrary<HostileValue> =>
  value.map((what) => ({ what, make: () => what, isMarked: false }))

const anything = fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true, maxDepth: 2 })
const almostResult = fc.record(
  { content: json, isError: json, structuredContent: json, _meta: json },
  { requiredKeys: ['content'] },
)
const type = fc.constantFrom('text', 'image', 'resource', 'x')
const almostBlock = fc.record({ type, text: json, data: json, mimeType: json, resource: json })

export const hostileValue: fc.Arbitrary<HostileValue> = fc.oneof(
  { weight: 4, arbitrary: oneOf(odd, false) },
  { weight: 1, arbitrary: oneOf(marked, true) },
  { weight: 3, arbitrary: plain(json) },
  { weight: 2, arbitrary: plain(anything) },
  { weight: 1, arbitrary: plain(almostResult) },
  { weight: 1, arbitrary: plain(almostBlock) },
  {
    weight: 1,
    arbitrary: fc.tuple(json, oneOf(odd, false)).map(([value, { what, make }]) => ({
      what: { value, what },
      make: () => ({ value, inner: make() }),
      isMarked: false,
    })),
  },
)
