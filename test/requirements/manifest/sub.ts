import { parseRequirements } from '../parse-requirements.js'

/** Requirements on subscriptions/listen and notices of change. */
export const sub = parseRequirements(`
SUB-01 | fact | server | 2024-11-05..2025-11-25 | list_changed notifications need no subscription, only the listChanged capability. | schema#toollistchangednotification, schema#promptlistchangednotification, schema#resourcelistchangednotification
SUB-02 | MUST | server | 2026-07-28 | Send only notification types the filter asked for (toolsListChanged, promptsListChanged, resourcesListChanged, resourceSubscriptions[]). | basic/patterns/subscriptions
SUB-03 | MUST | server | 2026-07-28 | First message of a subscription is notifications/subscriptions/acknowledged; nothing on it earlier (order is per subscription id on stdio). | basic/patterns/subscriptions#acknowledgment
SUB-04 | MUST | server | 2026-07-28 | Every message of a subscription carries _meta["io.modelcontextprotocol/subscriptionId"], the JSON-RPC id of its listen request with the same JSON type. | basic/patterns/subscriptions#receiving-notifications
SUB-05 | fact | server | 2026-07-28 | The acknowledgment repeats the honoured subset; unsupported types are omitted. | basic/patterns/subscriptions#acknowledgment
SUB-06 | SHOULD | client | 2026-07-28 | Compare the acknowledged filter with the request and cope with gaps. | basic/patterns/subscriptions
SUB-07 | MUST | client | 2026-07-28 | On stdio notifications are told apart by subscriptionId. | basic/patterns/subscriptions#receiving-notifications
SUB-08 | MAY | client | 2026-07-28 | Several subscriptions may be open at once. | basic/patterns/subscriptions
SUB-09 | SHOULD | server | 2026-07-28 | A server that ends a subscription itself answers the listen request with {resultType: "complete", _meta: {subscriptionId}}, then closes. | basic/patterns/subscriptions#graceful-closure
SUB-10 | MAY | client | 2026-07-28 | A close without that result may trigger a reconnect. | basic/patterns/subscriptions#graceful-closure
SUB-11 | MUST | client | 2026-07-28 | After a stdio reconnect subscriptions/listen is sent again; the server keeps nothing. | basic/patterns/subscriptions
SUB-12 | MUST | server | 2026-07-28 | notifications/progress and notifications/message never use the listen stream. | basic/transports/streamable-http#receiving-messages, server/utilities/logging
SUB-13 | fact | server | 2026-07-28 | notifications/resources/updated may name a sub-resource of the subscribed URI. | schema#resourceupdatednotificationparams
`)
