import type { ModelPreferences } from '../../protocol/model/sampling.js'

/** A model and its ratings relative to the others, from 0 to 1, where more is better. Default of each: 0.5. */
export interface Model {
  /** The provider's name of the model. */
  readonly id: string
  /** 1: the cheapest. */
  readonly cost?: number | undefined
  /** 1: the fastest. */
  readonly speed?: number | undefined
  /** 1: the most intelligent. */
  readonly intelligence?: number | undefined
}

/**
 * Chooses the best model for a server's preferences. Hints decide first, in order: the first that equals an id or else is part
 * of one, ignoring case, selects those models. Among them the priorities decide; among equals, and without preferences, the
 * first model.
 *
 * spec: client/sampling#model-preferences, schema#modelpreferences
 *
 * @throws TypeError if there are no models.
 */
export function chooseModel(models: readonly Model[], preferences: ModelPreferences = {}): Model {
  const [first, ...others] = modelsByHint(models, preferences)
  if (first === undefined) throw new TypeError('chooseModel: models must hold at least one')
  let [best, bestScore] = [first, scoreOf(first, preferences)]
  for (const model of others) {
    const score = scoreOf(model, preferences)
    if (score > bestScore) [best, bestScore] = [model, score]
  }
  return best
}

/** Returns the models of the first matching hint; all if no hint matches. */
function modelsByHint(models: readonly Model[], { hints = [] }: ModelPreferences): readonly Model[] {
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
