/** The engine of JSON Schema, for the package that takes the place of the official SDK. No entry of the published library. */

export { evaluator } from '../../schema/evaluate/evaluator.js'
export type { Issue } from '../../schema/issue.js'
export { preflight } from '../../schema/preflight/preflight.js'
