import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { isObject } from '../../values/json/is-object.js'

const brand = Symbol.for('omniport.CapabilityMissing')

/**
 * -32021: the client did not declare, for this request, a capability that serving it requires. A handler may catch it and do
 * without. `CapabilityMissing.is(e)` is true of this error alone, also of another copy of this library; what a server answered to a
 * client is an `RpcError` with that code.
 *
 * spec: basic/index#per-request-protocol-fields
 */
export class CapabilityMissing extends RpcError {
  override readonly name = 'CapabilityMissing'
  /** In the shape of client capabilities, such as `{ elicitation: { url: {} } }`. */
  readonly requiredCapabilities: Readonly<Record<string, unknown>>

  constructor(requiredCapabilities: Readonly<Record<string, unknown>>, message = missing(requiredCapabilities)) {
    super(-32021, message, { requiredCapabilities })
    this.requiredCapabilities = requiredCapabilities
  }

  get [brand](): true {
    return true
  }

  static override is(value: unknown): value is CapabilityMissing {
    return typeof value === 'object' && value !== null && (value as { [brand]?: unknown })[brand] === true
  }
}

function missing(capabilities: Readonly<Record<string, unknown>>): string {
  return `The client did not declare the capability ${pathsOf(capabilities).join(', ')}`
}

/** Such as `elicitation.url`. */
function pathsOf(capabilities: object): readonly string[] {
  return Object.entries(capabilities).flatMap(([name, members]) => {
    const below = isObject(members) ? pathsOf(members) : []
    return below.length === 0 ? [name] : below.map((path) => `${name}.${path}`)
  })
}
