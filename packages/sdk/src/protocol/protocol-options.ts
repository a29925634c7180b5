import type { TaskMessageQueue, TaskStore } from '../experimental/tasks/interfaces.js'
import type { TransportSendOptions } from '../shared/transport.js'
import type { Progress, RelatedTaskMetadata, RequestId, TaskCreationParams } from '../types.js'

/** Gets the progress that the other side reports of a request. */
export type ProgressCallback = (progress: Progress) => void

/** Options of a `Protocol`. */
export type ProtocolOptions = {
  /**
   * Checks the capabilities that the other side declared before a request is sent. The capabilities of this side are always
   * checked. Default: false.
   */
  enforceStrictCapabilities?: boolean
  /**
   * Methods whose notifications are sent once per turn of the event loop, however often they are called. Only notifications
   * without parameters and without a related request or task are coalesced.
   */
  debouncedNotificationMethods?: string[]
  /** Stores tasks. With it, `tasks/get`, `tasks/result`, `tasks/list` and `tasks/cancel` are answered. */
  taskStore?: TaskStore
  /** Holds the messages that go to the other side with the result of a task. */
  taskMessageQueue?: TaskMessageQueue
  /** Milliseconds between two looks at a task that names no interval of its own. Default: 1000. */
  defaultTaskPollInterval?: number
  /** Messages that may wait for one task; passed to the queue, which throws beyond it. Default: no limit. */
  maxTaskQueueSize?: number
}

/** Milliseconds that a request waits for its response when no `timeout` is given. */
export const DEFAULT_REQUEST_TIMEOUT_MSEC = 60000

/** Options of one request. */
export type RequestOptions = {
  /** Asks for progress and gets it. Of a request that became a task, until that task has ended. */
  onprogress?: ProgressCallback
  /** Cancels the request: the other side is told, and the promise rejects. */
  signal?: AbortSignal
  /** Milliseconds until the request fails with `RequestTimeout`. Default: `DEFAULT_REQUEST_TIMEOUT_MSEC`. */
  timeout?: number
  /** Starts the time anew whenever progress is reported. Default: false. */
  resetTimeoutOnProgress?: boolean
  /** Milliseconds until the request fails with `RequestTimeout`, whatever progress is reported. Default: no limit. */
  maxTotalTimeout?: number
  /** Makes the request a task. */
  task?: TaskCreationParams
  /** The task that the request belongs to. */
  relatedTask?: RelatedTaskMetadata
} & TransportSendOptions

/** Options of one notification. */
export type NotificationOptions = {
  /** The request of the other side that the notification belongs to. */
  relatedRequestId?: RequestId
  /** The task that the notification belongs to. */
  relatedTask?: RelatedTaskMetadata
}

/** Options of a request that is sent by the handler of another. */
export type TaskRequestOptions = Omit<RequestOptions, 'relatedTask'>
