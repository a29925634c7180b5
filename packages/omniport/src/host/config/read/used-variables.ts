import { isSecretName } from '../../audit/is-secret-name.js'
import type { ConfigVariable } from '../../servers/settings/server-settings.js'
import { type FieldPath, formatPath } from '../field-fault.js'

/** Collects the variables of the environment whose values one entry passes on. */
export class UsedVariables {
  readonly #entry: FieldPath
  readonly #found = new Map<string, ConfigVariable>()

  constructor(entry: FieldPath) {
    this.#entry = entry
  }

  readonly add = (name: string, value: string, path: FieldPath): void => {
    const field = formatPath(path.slice(this.#entry.length))
    // The name of a file is used here, and goes nowhere.
    if (field === 'envFile') return
    this.#found.set(JSON.stringify([name, field]), { name, field, ...(isSecretName(name) && { secret: value }) })
  }

  /** Sorted, so that equal entries give equal lists; undefined if there are none. */
  get all(): readonly ConfigVariable[] | undefined {
    if (this.#found.size === 0) return undefined
    return [...this.#found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, variable]) => variable)
  }
}
