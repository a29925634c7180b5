import { RawJson } from '../../values/json/raw-json.js'
import type { Revision } from '../revisions/revision.js'

/**
 * A result already in the shape of `revision`, as UTF-8 bytes. Transports write `bytes` unchanged; `value` parses them on
 * first use, so middleware that does not read it costs nothing. Treat both as read-only.
 */
export interface Encoded {
  readonly revision: Revision
  readonly bytes: Uint8Array
  readonly value: unknown
}

/** The `Encoded` that transports recognise. */
export class EncodedResult extends RawJson implements Encoded {
  readonly revision: Revision

  constructor(revision: Revision, bytes: Uint8Array) {
    super(bytes)
    this.revision = revision
  }
}
