import type { Peer } from '../interop/peers.js'
import type { Location } from './cell.js'

/** Where in the matrix what is ours meets a release of the SDK. */
export function placeOf({ name, isOurServer }: Pick<Peer, 'name' | 'isOurServer'>, transport: string): Location {
  const table = isOurServer ? 'Clients of the official SDK with Omniport' : 'Omniport with servers of the official SDK'
  return { table, row: `SDK ${name}`, column: transport }
}
