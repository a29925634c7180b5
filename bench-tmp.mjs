import { z } from 'zod'
import { createValidator } from './packages/omniport/dist/schema/standard/validator.js'
const time=(name,f,n=100000)=>{for(let i=0;i<n/10;i++)f();const t=performance.now();for(let i=0;i<n;i++)f();console.log(name,((performance.now()-t)*1000/n).toFixed(3),'µs')}
const plain=createValidator(z.object({a:z.string().regex(/^[a-z]+(-[a-z]+)*$/)}),'input')
const risky=createValidator(z.object({a:z.string().regex(/^(\w+\s?)+$/)}),'input')
const v={a:'some-slug-text'}, w={a:'some words here'}
time('ordinary pattern',()=>plain.check(v)); time('exponential pattern',()=>risky.check(w))
const evil={a:'a'.repeat(49)+'!'}; let t=performance.now(); risky.check(evil); console.log('first evil',(performance.now()-t).toFixed(1),'ms')
t=performance.now(); for(let i=0;i<10;i++)risky.check(evil); console.log('evil',((performance.now()-t)/10).toFixed(2),'ms')
t=performance.now(); for(let i=0;i<200;i++)createValidator(z.object({a:z.string().regex(new RegExp(`^([a-z]+-)*x${i}$`))}),'input'); console.log('define with new repeated-group pattern',((performance.now()-t)/200).toFixed(3),'ms')
t=performance.now(); for(let i=0;i<200;i++)createValidator(z.object({a:z.string().regex(new RegExp(`^[a-z]+-x${i}$`))}),'input'); console.log('define with plain pattern',((performance.now()-t)/200).toFixed(3),'ms')
const big={a:'word '.repeat(100000)+'x'}; t=performance.now(); console.log(risky.check(big).issues?.[0]?.message ?? 'ok', (performance.now()-t).toFixed(0),'ms for 500 KB')
