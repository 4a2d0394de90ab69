import { makeMailbox } from "../../server/testing/mailboxes/make-mailbox.ts";
import { toSort } from "./sources.ts";
import { lessonOf, sort } from "../../server/ai/classify/sort.ts";
import { learnFrom, type LessonFacts } from "../../server/ai/classify/learn.ts";
import { urgency, signalsOf, basePriority } from "../../server/ai/classify/priority.ts";
import { wishOf } from "../../server/ai/classify/asks.ts";
import { judge } from "../../server/ai/classify/judge.ts";
import { featuresOf } from "../../server/ai/classify/features.ts";
import { baseModel } from "../../server/ai/classify/model.ts";
function auc(rows:{s:number,y:boolean}[]){const p=rows.filter(r=>r.y),n=rows.filter(r=>!r.y);if(!p.length||!n.length)return NaN;let k=0;for(const a of p)for(const b of n)k+=a.s>b.s?1:a.s===b.s?.5:0;return k/p.length/n.length}
const res:Record<number,number[]>={0:[],20:[],100:[]};let tp=0,fp=0,fn=0;const P=process.argv[2] as any;const ths=[0,.05,.1,.15,.2,.25,.3,.4,.5].map(x=>({x,n:0,k:0,n0:0,k0:0}));
for(let u=0;u<50;u++){
 const {owner,mails}=makeMailbox({seed:"u"+u,part:P,count:300,now:Date.UTC(2026,5,1)});
 const all=mails.map(m=>({m,mail:toSort(m,owner)}));
 const test=all.slice(150);
 for(const n of [0,20,100]){
  const lessons=all.slice(0,n).map(({m,mail})=>({category:"" as const,priority:m.priority,facts:lessonOf(mail,"")}));
  const own=learnFrom(lessons);
  const rows=test.map(({m,mail})=>{const f=featuresOf(mail);const j=judge(baseModel(),mail,f);const sg=signalsOf(mail,{category:j.category,wish:wishOf(mail),human:j.human});return{s:urgency(sg,own.priority),y:m.priority==="High"}});
  if(n===100)for(const t of ths)for(const r of rows)if(r.s>=basePriority().highFrom+t.x){t.n++;if(r.y)t.k++};if(n===0)for(const t of ths)for(const r of rows)if(r.s>=basePriority().highFrom+t.x){t.n0++;if(r.y)t.k0++};const a=auc(rows);if(!Number.isNaN(a))res[n]!.push(a);
  if(n===100)for(const {m,mail} of test){const got=sort(mail,own).priority;if(got==="High"&&m.priority==="High")tp++;else if(got==="High")fp++;else if(m.priority==="High")fn++}
 }
}
for(const n of [0,20,100]){const r=res[n]!;console.log(n,r.length,(r.reduce((a,b)=>a+b,0)/r.length).toFixed(3))}
for(const t of ths)console.log(t.x,"100:",t.n,(t.k/t.n).toFixed(3)," 0:",t.n0,(t.k0/t.n0).toFixed(3));console.log("high precision",tp/(tp+fp),"recall",tp/(tp+fn),tp,fp,fn);
