import type {
  CompleteRequest,
  CompleteRequestParams,
  InitializedNotification,
  InitializeRequest,
  JSONRPCErrorResponse,
  JSONRPCNotification,
  JSONRPCRequest,
  JSONRPCResultResponse,
  PromptReference,
  ResourceTemplateReference,
  TaskAugmentedRequestParams,
} from './models.gen.js'
import * as schemas from './protocol.gen.js'

type ExpandRecursively<T> = T extends object
  ? T extends infer O
    ? { [K in keyof O]: ExpandRecursively<O[K]> }
    : never
  : T

/** A request to complete an argument of a resource template. */
export type CompleteRequestResourceTemplate = ExpandRecursively<
  CompleteRequest & { params: CompleteRequestParams & { ref: ResourceTemplateReference } }
>
/** A request to complete an argument of a prompt. */
export type CompleteRequestPrompt = ExpandRecursively<
  CompleteRequest & { params: CompleteRequestParams & { ref: PromptReference } }
>

/** Whether params may ask for a task. */
export const isTaskAugmentedRequestParams = (value: unknown): value is TaskAugmentedRequestParams =>
  schemas.TaskAugmentedRequestParamsSchema.safeParse(value).success

/** Whether a message is a request: it has a method and an id. */
export const isJSONRPCRequest = (value: unknown): value is JSONRPCRequest =>
  schemas.JSONRPCRequestSchema.safeParse(value).success

/** Whether a message is a notification: it has a method and no id. */
export const isJSONRPCNotification = (value: unknown): value is JSONRPCNotification =>
  schemas.JSONRPCNotificationSchema.safeParse(value).success

/** Whether a message is the result of a request. */
export const isJSONRPCResultResponse = (value: unknown): value is JSONRPCResultResponse =>
  schemas.JSONRPCResultResponseSchema.safeParse(value).success

/** @deprecated Use `isJSONRPCResultResponse`: a response is a result or an error. */
export const isJSONRPCResponse: (value: unknown) => value is JSONRPCResultResponse = isJSONRPCResultResponse

/** Whether a message is the error of a request. */
export const isJSONRPCErrorResponse = (value: unknown): value is JSONRPCErrorResponse =>
  schemas.JSONRPCErrorResponseSchema.safeParse(value).success

/** @deprecated Use `isJSONRPCErrorResponse`. */
export const isJSONRPCError: (value: unknown) => value is JSONRPCErrorResponse = isJSONRPCErrorResponse

/** Whether a message begins a session. */
export const isInitializeRequest = (value: unknown): value is InitializeRequest =>
  schemas.InitializeRequestSchema.safeParse(value).success

/** Whether a message ends the handshake. */
export const isInitializedNotification = (value: unknown): value is InitializedNotification =>
  schemas.InitializedNotificationSchema.safeParse(value).success

/** Throws a TypeError unless an argument of a prompt is to be completed. */
export function assertCompleteRequestPrompt(request: CompleteRequest): asserts request is CompleteRequestPrompt {
  const { type } = request.params.ref
  if (type !== 'ref/prompt') throw new TypeError(`Expected CompleteRequestPrompt, but got ${type}`)
}

/** Throws a TypeError unless an argument of a resource template is to be completed. */
export function assertCompleteRequestResourceTemplate(
  request: CompleteRequest,
): asserts request is CompleteRequestResourceTemplate {
  const { type } = request.params.ref
  if (type !== 'ref/resource') throw new TypeError(`Expected CompleteRequestResourceTemplate, but got ${type}`)
}
