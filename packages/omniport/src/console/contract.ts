/**
 * The interface between the page of the console and its server. Types only.
 *
 * Every request goes to `/api/1/…` of the page's own origin with the header `x-omniport-token`. The token is in the fragment of
 * the address that the command opens (`#token=…`, and `&to=` with the view to show); the page moves it to `sessionStorage` and removes it from the address. There
 * are no cookies. Without a valid token each answer is 401; the page then asks for the address that the command printed.
 *
 * | request                                  | answer                                                                     |
 * | ---------------------------------------- | -------------------------------------------------------------------------- |
 * | `GET /api/1/state`                       | `ConsoleState`: everything the page shows at first, and the cursor          |
 * | `GET /api/1/events?after=<cursor>`       | newline-delimited JSON, one `StreamLine` each, until the page ends it       |
 * | `GET /api/1/messages?after=<seq>&limit=` | `MessagePage`: records in order, at most 5,000                              |
 * | `GET /api/1/messages?before=<seq>&limit=`| `MessagePage`: those before a record, in order too                          |
 * | `GET /api/1/messages/<seq>`              | `MessageDetail`; `?whole=1` returns the content in full                     |
 * | `GET /api/1/operations/<id>`             | `Operation` with its whole result                                           |
 * | `GET /api/1/spans/<id>`                  | `SpanDetail`                                                                |
 * | `GET /api/1/export?format=…`             | a download: `recording` (the format of `omniport tap`), with `&server=` one server alone; `tests` (saved calls); `audit` |
 * | `POST /api/1/actions/<name>`             | `ActionReply<name>`; the body is `Actions[name]['input']`                   |
 *
 * A reload reads the state again. A cut stream is continued with `after=` the last cursor: nothing is lost, or the first line
 * is a `gap`, after which the page reads the state again.
 */

export type * from './contract/actions.js'
export type * from './contract/catalogue.js'
export type * from './contract/operations.js'
export type * from './contract/permissions.js'
export type * from './contract/requests.js'
export type * from './contract/servers.js'
export type * from './contract/settings.js'
export type * from './contract/stream.js'
export type * from './contract/timeline.js'
export type * from './contract/values.js'
