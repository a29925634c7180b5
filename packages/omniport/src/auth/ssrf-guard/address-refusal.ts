import { OmniportError } from '../../values/errors/omniport-error.js'

/** An address that is refused; a retry is pointless. */
export class AddressRefusal extends OmniportError {
  constructor(reason: string) {
    super('unreachable', `refused: ${reason}`)
  }
}
