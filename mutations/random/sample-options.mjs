import { seedOfHead } from './draw.mjs'
import { layerOf, sourceFiles } from './sources.mjs'

/** Throws for an option of a sample that was given without one. */
export function refuseWithoutSample({ sample, seed, layer, beside }) {
  const given = Object.entries({ seed, layer, beside }).find(([, value]) => value !== undefined)
  if (sample === undefined && given !== undefined) throw new TypeError(`--${given[0]} goes with --sample <number>`)
}

/**
 * Which sample is wanted. `parts` is undefined for one of all source; otherwise as many are drawn in each, a layer or the path of a
 * file or folder. `stages` says how many kinds of tests each mutant meets. Throws where it makes no sense.
 */
export function toSampleOptions({ sample, seed, layer = [], quick = false, beside = false }, root) {
  const files = sourceFiles(root)
  const layers = [...new Set(files.map(layerOf))].sort()
  const unknown = layer.find((name) => name !== 'each' && !files.some((file) => isIn(file, name)))
  if (unknown !== undefined) {
    throw new TypeError(
      `--layer must be 'each', one of ${layers.join(', ')}, or the path of sources, such as packages/omniport/src/uri; got '${unknown}'`,
    )
  }
  return {
    count: numberOf('sample', sample),
    seed: seed === undefined ? seedOfHead(root) : numberOf('seed', seed),
    stages: beside ? 1 : quick ? 3 : 4,
    ...(layer.length === 0 ? {} : { parts: layer.includes('each') ? layers : layer }),
  }
}

/** Whether a file is of that layer, or is that file, or in that folder. */
export function isIn(file, part) {
  return layerOf(file) === part || file === part || file.startsWith(`${part.replace(/\/$/, '')}/`)
}

function numberOf(option, text) {
  if (!/^\d{1,15}$/.test(text)) throw new TypeError(`--${option} must be a whole number; got '${text}'`)
  return Number(text)
}
