import type { ToolTaskHandler } from '../experimental/tasks/interfaces.js'
import { type AnySchema, isZ4Schema, objectFromShape, type ZodRawShapeCompat } from '../server/zod-compat.js'
import { validateAndWarnToolName } from '../shared/toolNameValidation.js'
import type { ToolAnnotations, ToolExecution } from '../types.js'
import { Definition, type RegistryPlace } from './definition.js'
import { isRawShape, toSchema } from './raw-shape.js'
import type { AnyToolHandler, RegisteredTool, ToolCallback } from './registered.js'

type Schema = ZodRawShapeCompat | AnySchema | undefined

/** What a tool is made of. */
export interface ToolParts {
  readonly title: string | undefined
  readonly description: string | undefined
  readonly inputSchema: Schema
  readonly outputSchema: Schema
  readonly annotations: ToolAnnotations | undefined
  readonly execution: ToolExecution | undefined
  readonly _meta: Record<string, unknown> | undefined
  readonly handler: ToolTaskHandler<undefined | ZodRawShapeCompat> | ToolCallback<undefined | ZodRawShapeCompat>
}

/** Adds a tool to a registry. */
export function createTool(place: RegistryPlace<RegisteredTool>, parts: ToolParts): RegisteredTool {
  validateAndWarnToolName(place.key)
  const tool = new Tool(place, parts) as RegisteredTool
  place.registry[place.key] = tool
  return tool
}

type ToolUpdates = Parameters<RegisteredTool['update']>[0]

const inputOf = Symbol('inputOf')
const outputOf = Symbol('outputOf')

class Tool extends Definition<ToolUpdates> {
  declare title: string | undefined
  declare description: string | undefined
  declare inputSchema: AnySchema | undefined
  declare outputSchema: AnySchema | undefined
  declare annotations: ToolAnnotations | undefined
  declare execution: ToolExecution | undefined
  declare _meta: Record<string, unknown> | undefined
  declare handler: ToolParts['handler']
  declare private [inputOf]: Schema
  declare private [outputOf]: Schema
  static readonly #inputSchema = schemaMember(inputOf)
  static readonly #outputSchema = schemaMember(outputOf)

  constructor(place: RegistryPlace<RegisteredTool>, parts: ToolParts) {
    super(place)
    const { title, description, annotations, execution, _meta, handler, inputSchema, outputSchema } = parts
    this.hide(inputOf, checkSchema(inputSchema))
    this.hide(outputOf, checkSchema(outputSchema))
    this.title = title
    this.description = description
    Object.defineProperty(this, 'inputSchema', Tool.#inputSchema)
    Object.defineProperty(this, 'outputSchema', Tool.#outputSchema)
    this.annotations = annotations
    this.execution = execution
    this._meta = _meta
    this.handler = handler
    this.addFunctions()
  }

  protected override change({ name, paramsSchema, outputSchema, callback, ...members }: ToolUpdates): void {
    if (typeof name === 'string' && name !== this.key) validateAndWarnToolName(name)
    this.move(name)
    const { title, description, annotations, _meta, enabled } = members
    this.assign({ title, description, annotations, _meta, enabled })
    if (paramsSchema !== undefined) this[inputOf] = objectFromShape(paramsSchema)
    if (outputSchema !== undefined) this[outputOf] = objectFromShape(outputSchema)
    if (callback !== undefined) this.handler = callback as AnyToolHandler<undefined | ZodRawShapeCompat>
  }
}

/** Describes a member that makes the schema of an object of schemas when it is first read. */
function schemaMember(key: typeof inputOf | typeof outputOf): PropertyDescriptor & ThisType<Record<symbol, Schema>> {
  return {
    get() {
      this[key] = toSchema(this[key])
      return this[key]
    },
    set(schema: Schema) {
      this[key] = schema
    },
    enumerable: true,
    configurable: true,
  }
}

/** Leaves an object of schemas of zod 4 as it is. @throws Error for what is neither a schema nor an object of schemas. */
function checkSchema(schema: Schema): Schema {
  return isRawShape(schema) && Object.values(schema).every(isZ4Schema) ? schema : toSchema(schema)
}
