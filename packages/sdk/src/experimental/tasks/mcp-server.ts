import type { McpServer, RegisteredTool } from '../../server/mcp.js'
import type { AnySchema, ZodRawShapeCompat } from '../../server/zod-compat.js'
import type { ToolAnnotations } from '../../types.js'
import type { TaskToolExecution, ToolTaskHandler } from './interfaces.js'

interface ToolTaskConfig {
  title?: string
  description?: string
  inputSchema?: ZodRawShapeCompat | AnySchema
  outputSchema?: undefined | ZodRawShapeCompat | AnySchema
  annotations?: ToolAnnotations
  execution?: TaskToolExecution
  _meta?: Record<string, unknown>
}

/** Tasks of a `McpServer`: `server.experimental.tasks`. */
export class ExperimentalMcpServerTasks {
  readonly #server: McpServer

  constructor(mcpServer: McpServer) {
    this.#server = mcpServer
  }

  /** Adds a tool whose calls are tasks. They must be, unless `execution` says that they may. */
  registerToolTask<OutputArgs extends undefined | ZodRawShapeCompat | AnySchema>(
    name: string,
    config: {
      title?: string
      description?: string
      outputSchema?: OutputArgs
      annotations?: ToolAnnotations
      execution?: TaskToolExecution
      _meta?: Record<string, unknown>
    },
    handler: ToolTaskHandler<undefined>,
  ): RegisteredTool
  registerToolTask<
    InputArgs extends ZodRawShapeCompat | AnySchema,
    OutputArgs extends undefined | ZodRawShapeCompat | AnySchema,
  >(
    name: string,
    config: {
      title?: string
      description?: string
      inputSchema: InputArgs
      outputSchema?: OutputArgs
      annotations?: ToolAnnotations
      execution?: TaskToolExecution
      _meta?: Record<string, unknown>
    },
    handler: ToolTaskHandler<InputArgs>,
  ): RegisteredTool
  registerToolTask(name: string, config: ToolTaskConfig, handler: unknown): RegisteredTool {
    const execution: { taskSupport?: string } = { taskSupport: 'required', ...config.execution }
    if (execution.taskSupport === 'forbidden') {
      throw new Error(
        `Cannot register task-based tool '${name}' with taskSupport 'forbidden'. Use registerTool() instead.`,
      )
    }
    const { title, description, inputSchema, outputSchema, annotations, _meta } = config
    const parts = [title, description, inputSchema, outputSchema, annotations, execution, _meta, handler]
    return (this.#server as unknown as ToolMaker)._createRegisteredTool(name, ...parts)
  }
}

/** The way in that a server keeps for this class and for instrumentation. */
interface ToolMaker {
  _createRegisteredTool(name: string, ...parts: readonly unknown[]): RegisteredTool
}
