import { parseUrl } from '../../../values/text/parse-url.js'
/** Where an address of the server stands in a response. */
export type AddressPlace = 'Location' | 'endpoint'

export interface OwnAddressesOptions {
  /** The origin of the server. */
  readonly server: string
  /** The origin at which the client reached the tap. */
  readonly tap: string
  /** Called with each address that was replaced, as the server sent it. */
  readonly onReplaced: (place: AddressPlace, address: string) => void
}

/**
 * Replaces the server's origin by that of the tap where a client would go around the tap: in redirects, and in the first event of
 * HTTP+SSE, which says where messages are sent to. All other bytes stay as they are.
 */
export class OwnAddresses {
  readonly #options: OwnAddressesOptions

  constructor(options: OwnAddressesOptions) {
    this.#options = options
  }

  /** Headers as Node has them: names and values in turn. */
  headers(raw: readonly string[]): readonly string[] {
    return raw.map((text, at) =>
      at % 2 === 1 && raw[at - 1]?.toLowerCase() === 'location' ? this.#replace('Location', text) : text,
    )
  }

  /** Gets the pieces of a stream of events. What it holds back of one is at the start of the next; `end` gives the rest. */
  events(): EndpointFilter {
    return new EndpointFilter((address) => this.#replace('endpoint', address))
  }

  #replace(place: AddressPlace, address: string): string {
    const { server, tap, onReplaced } = this.#options
    const [, origin = ''] = /^((?:https?:)?\/\/[^/?#\s@]+)/i.exec(address) ?? []
    const absolute = origin.startsWith('//') ? new URL(server).protocol + origin : origin
    if (parseUrl(absolute)?.origin !== server) return address
    onReplaced(place, address)
    return tap + address.slice(origin.length)
  }
}

/** Passes the bytes of a stream of events on, with another address in its `endpoint` event, if that comes first. */
class EndpointFilter {
  readonly #replace: (address: string) => string
  #held: Uint8Array | undefined = new Uint8Array(0)

  constructor(replace: (address: string) => string) {
    this.#replace = replace
  }

  push(piece: Uint8Array): Uint8Array {
    if (this.#held === undefined) return piece
    const bytes = Buffer.concat([this.#held, piece])
    const text = bytes.toString('latin1') // a character for each byte
    const [whole, , block = ''] = firstEvent.exec(text) ?? []
    if (whole === undefined && bytes.length <= maxHeldBytes && mayBeEndpoint.test(text)) {
      this.#held = bytes
      return new Uint8Array(0)
    }
    this.#held = undefined
    if (whole === undefined || !/^event: ?endpoint\r?$/m.test(block)) return bytes
    const replaced = block.replace(/(?<=^data: ?)\S.*?(?=\r?$)/m, (address) => this.#replace(address))
    const at = whole.length - block.length
    return Buffer.from(`${text.slice(0, at)}${replaced}${text.slice(whole.length)}`, 'latin1')
  }

  end(): Uint8Array {
    const held = this.#held ?? new Uint8Array(0)
    this.#held = undefined
    return held
  }
}

/** Comments and empty lines, and an event with the empty line after it. */
const firstEvent = /^((?::[^\r\n]*\r?\n|\r?\n)*)((?:[^:\r\n][^\r\n]*\r?\n)+\r?\n)/

/** The start of that. Anything else is not held back. */
const mayBeEndpoint =
  /^(?::[^\r\n]*\r?\n|\r?\n)*(?::[^\r\n]*\r?|e|ev|eve|even|event|event:|event: ?(?:e|en|end|endp|endpo|endpoi|endpoin|endpoint(?:\r?\n[\s\S]*|\r)?)?)?$/

const maxHeldBytes = 65_536
