import type { ModelPreferences } from '../../protocol/model/sampling.js'

/** A model that can be asked, and how it is beside the others: each from 0 to 1, where more is better. Default of each: 0.5. */
export interface Model {
  /** As its provider calls it. */
  readonly id: string
  /** 1: it costs next to nothing. */
  readonly cost?: number | undefined
  /** 1: it is the fastest. */
  readonly speed?: number | undefined
  /** 1: it is the cleverest. */
  readonly intelligence?: number | undefined
}

/**
 * The model that suits a server best. Its hints come first, in their order: the first that is part of an id, in letters of
 * either case, decides; an id that is the hint is taken before others that hold it. Among the models that are left it is the
 * one that the priorities are for; among equals, and where nothing is preferred, the first.
 *
 * spec: client/sampling#model-preferences, schema#modelpreferences
 *
 * @throws TypeError when there are no models.
 */
export function chooseModel(models: readonly Model[], preferences: ModelPreferences = {}): Model {
  const [first, ...others] = hinted(models, preferences)
  if (first === undefined) throw new TypeError('chooseModel: models must hold at least one')
  let [best, bestScore] = [first, scoreOf(first, preferences)]
  for (const model of others) {
    const score = scoreOf(model, preferences)
    if (score > bestScore) [best, bestScore] = [model, score]
  }
  return best
}

/** All of them where no hint names any. */
function hinted(models: readonly Model[], { hints = [] }: ModelPreferences): readonly Model[] {
  for (const { name = '' } of hints) {
    const wanted = name.toLowerCase()
    if (wanted === '') continue
    const exact = models.filter(({ id }) => id.toLowerCase() === wanted)
    if (exact.length > 0) return exact
    const matching = models.filter(({ id }) => id.toLowerCase().includes(wanted))
    if (matching.length > 0) return matching
  }
  return models
}

const unknown = 0.5

function scoreOf({ cost = unknown, speed = unknown, intelligence = unknown }: Model, wanted: ModelPreferences): number {
  const { costPriority = 0, speedPriority = 0, intelligencePriority = 0 } = wanted
  return costPriority * cost + speedPriority * speed + intelligencePriority * intelligence
}
