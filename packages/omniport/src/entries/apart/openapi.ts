export { fromOpenApi, type OpenApiOptions } from '../../openapi/from-open-api.js'
export type { OpenApiOperation } from '../../openapi/operation.js'
