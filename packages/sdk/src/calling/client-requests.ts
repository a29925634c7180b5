import type { SchemaOutput } from '../server/zod-compat.js'
import { Protocol, type RequestOptions } from '../shared/protocol.js'
import {
  type ClientNotification,
  type ClientRequest,
  type ClientResult,
  type CompleteRequest,
  CompleteResultSchema,
  EmptyResultSchema,
  type GetPromptRequest,
  GetPromptResultSchema,
  type ListPromptsRequest,
  ListPromptsResultSchema,
  type ListResourcesRequest,
  ListResourcesResultSchema,
  type ListResourceTemplatesRequest,
  ListResourceTemplatesResultSchema,
  type LoggingLevel,
  type Notification,
  type ReadResourceRequest,
  ReadResourceResultSchema,
  type Request,
  type Result,
  type SubscribeRequest,
  type UnsubscribeRequest,
} from '../types.js'

/** The requests of a client that are only a method and a schema. */
export abstract class ClientRequests<
  RequestT extends Request,
  NotificationT extends Notification,
  ResultT extends Result,
> extends Protocol<ClientRequest | RequestT, ClientNotification | NotificationT, ClientResult | ResultT> {
  async ping(options?: RequestOptions): Promise<SchemaOutput<typeof EmptyResultSchema>> {
    return this.request({ method: 'ping' }, EmptyResultSchema, options)
  }

  async complete(
    params: CompleteRequest['params'],
    options?: RequestOptions,
  ): Promise<SchemaOutput<typeof CompleteResultSchema>> {
    return this.request({ method: 'completion/complete', params }, CompleteResultSchema, options)
  }

  async setLoggingLevel(
    level: LoggingLevel,
    options?: RequestOptions,
  ): Promise<SchemaOutput<typeof EmptyResultSchema>> {
    return this.request({ method: 'logging/setLevel', params: { level } }, EmptyResultSchema, options)
  }

  async getPrompt(
    params: GetPromptRequest['params'],
    options?: RequestOptions,
  ): Promise<SchemaOutput<typeof GetPromptResultSchema>> {
    return this.request({ method: 'prompts/get', params }, GetPromptResultSchema, options)
  }

  /** One page of the prompts. */
  async listPrompts(
    params?: ListPromptsRequest['params'],
    options?: RequestOptions,
  ): Promise<SchemaOutput<typeof ListPromptsResultSchema>> {
    return this.request({ method: 'prompts/list', params }, ListPromptsResultSchema, options)
  }

  /** One page of the resources. */
  async listResources(
    params?: ListResourcesRequest['params'],
    options?: RequestOptions,
  ): Promise<SchemaOutput<typeof ListResourcesResultSchema>> {
    return this.request({ method: 'resources/list', params }, ListResourcesResultSchema, options)
  }

  /** One page of the resource templates. */
  async listResourceTemplates(
    params?: ListResourceTemplatesRequest['params'],
    options?: RequestOptions,
  ): Promise<SchemaOutput<typeof ListResourceTemplatesResultSchema>> {
    return this.request({ method: 'resources/templates/list', params }, ListResourceTemplatesResultSchema, options)
  }

  async readResource(
    params: ReadResourceRequest['params'],
    options?: RequestOptions,
  ): Promise<SchemaOutput<typeof ReadResourceResultSchema>> {
    return this.request({ method: 'resources/read', params }, ReadResourceResultSchema, options)
  }

  async subscribeResource(
    params: SubscribeRequest['params'],
    options?: RequestOptions,
  ): Promise<SchemaOutput<typeof EmptyResultSchema>> {
    return this.request({ method: 'resources/subscribe', params }, EmptyResultSchema, options)
  }

  async unsubscribeResource(
    params: UnsubscribeRequest['params'],
    options?: RequestOptions,
  ): Promise<SchemaOutput<typeof EmptyResultSchema>> {
    return this.request({ method: 'resources/unsubscribe', params }, EmptyResultSchema, options)
  }

  async sendRootsListChanged(): Promise<void> {
    return this.notification({ method: 'notifications/roots/list_changed' })
  }
}
