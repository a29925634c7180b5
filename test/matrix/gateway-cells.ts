import { askedThrough, askingPairs, gatewayPlaceOf, pairs, playedThrough } from '../interop/gateway/pairs.js'
import { type Cell, idOf } from './cell.js'

/** Every release of the SDK as a client, with every release as a server, and a gateway between them. */
export const gatewayCells: readonly Cell[] = pairs.map((pair) => {
  const place = gatewayPlaceOf(pair)
  const asked = askingPairs.filter((other) => idOf(gatewayPlaceOf(other)) === idOf(place)).flatMap(askedThrough)
  return { ...place, outcome: pair.client.revision, scenarios: playedThrough(pair).length + asked.length }
})
