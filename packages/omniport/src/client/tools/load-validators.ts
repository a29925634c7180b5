import { loadOnce } from '../../async/load-once.js'

export type Validators = typeof import('./output-validators.js')

/** Loads the validators of schemas on first use: a client whose tools have no output schema never loads them. */
export const loadValidators = loadOnce<Validators>(() => import('./output-validators.js'))
