import { parseRequirements } from '../parse-requirements.js'

/** Requirements on the stdio transport and custom transports. */
export const stdio = parseRequirements(`
STDIO-01 | fact | client | all | The client launches the server as a child process and talks over stdin/stdout. | basic/transports#stdio, basic/transports/stdio
STDIO-02 | MUST | both | all | One message per line, newline-delimited, no embedded newline. | basic/transports#stdio
STDIO-03 | MUST | server | all | stdout carries nothing but MCP messages. | basic/transports#stdio
STDIO-04 | MUST | client | all | stdin receives nothing but MCP messages. | basic/transports#stdio
STDIO-05 | MAY | both | all | Server may log UTF-8 to stderr; client may capture, forward or ignore it. | basic/transports#stdio
STDIO-06 | SHOULD | client | 2025-11-25+ | stderr output is not assumed to be an error. | basic/transports#stdio
STDIO-07 | MAY | both | 2025-03-26 | A line may be a batch of requests/notifications. | basic/transports#stdio
STDIO-08 | fact | both | 2025-06-18+ | Each line is exactly one request, notification or response. | basic/transports#stdio
STDIO-09 | MUST | server | 2026-07-28 | Never write a JSON-RPC request to stdout. | basic/transports/stdio#receiving-messages
STDIO-10 | MUST | client | 2026-07-28 | Never write a JSON-RPC response to stdin. | basic/transports/stdio#sending-messages
STDIO-11 | MUST | client | 2026-07-28 | Cancel with notifications/cancelled (there is no per-request stream). | basic/transports/stdio#cancellation
STDIO-12 | MUST | server | 2026-07-28 | After a cancel, send no further message for that request (SHOULD stop work soon). | basic/transports/stdio#cancellation
STDIO-13 | MUST | client | 2026-07-28 | Correlate subscription notifications by subscriptionId on the shared channel. | basic/transports/stdio#receiving-messages
STDIO-14 | SHOULD | client | all | Shutdown order: close the stdin of the child, wait, then terminate it (SIGTERM, later SIGKILL; 2026-07-28 adds TerminateProcess and Job Objects on Windows). | basic/lifecycle#shutdown, basic/transports/stdio#shutdown
STDIO-15 | SHOULD | server | 2026-07-28 | Exit promptly on stdin EOF. | basic/transports/stdio#shutdown
STDIO-16 | MAY | server | all | Server may end the session by closing stdout and exiting. | basic/lifecycle#shutdown, basic/transports/stdio
STDIO-17 | SHOULD | client | 2026-07-28 | Restart a server that exits unexpectedly; in-flight requests are lost (retryable); subscriptions re-established. | basic/transports/stdio#unexpected-termination
STDIO-18 | SHOULD | client | 2024-11-05..2025-11-25 | Clients support stdio whenever possible. | basic/transports
STDIO-19 | MAY | both | all | Custom transports are allowed. | basic/transports#custom-transports
STDIO-20 | MUST | both | all | Custom transports preserve JSON-RPC format and lifecycle (2026-07-28: message patterns and per-request metadata). | basic/transports#custom-transports
STDIO-21 | SHOULD | both | all | Custom transports document establishment, framing and (2026-07-28) cancellation. | basic/transports#custom-transports
STDIO-22 | SHOULD | both | 2026-07-28 | Byte-stream custom transports (unix socket, TCP) reuse the stdio framing. | basic/transports/index#custom-transports
STDIO-23 | SHOULD | both | 2025-03-26+ | stdio does not use the OAuth framework; credentials come from the environment. | basic/authorization#protocol-requirements
`)
