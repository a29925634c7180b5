export { StoreUnavailable } from '../commands/store-unavailable.js'
export { fromIoredis, type IoredisClient, type IoredisCluster, type IoredisSubscriber } from '../connection/ioredis.js'
export {
  fromNodeRedis,
  type NodeRedisClient,
  type NodeRedisCluster,
  type NodeRedisSentinel,
  type NodeRedisSubscriber,
} from '../connection/node-redis.js'
export type { RedisConnection } from '../connection/redis-connection.js'
export type { Logger, RedisStoresOptions } from '../options/redis-options.js'
export { createRedisStores, type RedisStores } from '../stores/create-redis-stores.js'
