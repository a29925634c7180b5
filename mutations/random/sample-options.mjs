import { seedOfHead } from './draw.mjs'
import { layerOf, sourceFiles } from './sources.mjs'

/** Which sample is wanted. `layers` is undefined for one of all source; otherwise as many are drawn in each. Throws where it makes no sense. */
export function toSampleOptions({ sample, seed, layer = [] }, root) {
  const layers = [...new Set(sourceFiles(root).map(layerOf))].sort()
  const unknown = layer.find((name) => name !== 'each' && !layers.includes(name))
  if (unknown !== undefined) {
    throw new TypeError(`--layer must be 'each' or one of ${layers.join(', ')}; got '${unknown}'`)
  }
  return {
    count: numberOf('sample', sample),
    seed: seed === undefined ? seedOfHead(root) : numberOf('seed', seed),
    ...(layer.length === 0 ? {} : { layers: layer.includes('each') ? layers : layer }),
  }
}

function numberOf(option, text) {
  if (!/^\d{1,15}$/.test(text)) throw new TypeError(`--${option} must be a whole number; got '${text}'`)
  return Number(text)
}
