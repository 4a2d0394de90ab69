import { featuresOf } from "/work/wt/classify/server/ai/classify/features.ts";
import { heads, type Head } from "/work/wt/classify/server/ai/classify/model.ts";
import { judge } from "/work/wt/classify/server/ai/classify/judge.ts";
import { modelOf, trainHead } from "/work/wt/classify/tools/ai-train/heads.ts";
import * as S from "/work/wt/classify/tools/ai-train/sources.ts";
const C="/work/shared/corpora";
let t=Date.now(); const lap=(n:string)=>{console.log(n,Date.now()-t);t=Date.now()};
const made=S.madeMail("train",24,160), held=S.madeMail("held",16,100);
lap("made "+made.length);
const spam=await S.spamAssassin(C); lap("sa "+spam.length);
const office=S.berkeley(C);
const src={made,spam,office};
const w:any={}; for(const h of heads){ w[h]=trainHead(h,src); lap(h)}
const m=modelOf(w,0);
function table(rows:{gold:string,got:string}[]){const labels=[...new Set(rows.map(r=>r.gold))];let s=0,n=0;for(const l of labels){const tp=rows.filter(r=>r.gold===l&&r.got===l).length,fp=rows.filter(r=>r.gold!==l&&r.got===l).length,fn=rows.filter(r=>r.gold===l&&r.got!==l).length;const f=2*tp/(2*tp+fp+fn||1);console.log(l,tp+fn,"f1",f.toFixed(3));if(tp+fn>=10){s+=f;n++}}console.log("macro",(s/n).toFixed(3),"acc",(rows.filter(r=>r.gold===r.got).length/rows.length).toFixed(3))}
table(held.map(({made,mail})=>({gold:made.category,got:judge(m,mail,featuresOf(mail)).category})));
const conf=new Map<string,number>();for(const {made,mail} of held){const g=judge(m,mail,featuresOf(mail)).category;if(g!==made.category){const k=made.category+"->"+g;conf.set(k,(conf.get(k)??0)+1)}}
console.log([...conf].sort((a,b)=>b[1]-a[1]).slice(0,14));
const nospam={...m,spamFrom:99};
table(S.bulkCategories(C,spam).map(({category,mail})=>({gold:category,got:judge(nospam,mail,featuresOf(mail)).category})));
const c2=new Map<string,number>();for(const {category,mail} of S.bulkCategories(C,spam)){const g=judge(nospam,mail,featuresOf(mail)).category;if(g!==category){const k=category+"->"+g;c2.set(k,(c2.get(k)??0)+1)}}
console.log([...c2].sort((a,b)=>b[1]-a[1]).slice(0,14));
const a=S.aeslc(C).filter((_,i)=>i%6===0);const sp=a.map(({mail})=>judge(m,mail,featuresOf(mail)).spam);
for(const th of [0,1,2,3])console.log("aeslc fpr @",th,sp.filter(s=>s>=th).length/sp.length);
const b=S.bipia(C).map(({mail})=>judge(m,mail,featuresOf(mail)).spam);console.log("bipia",b.filter(s=>s>=0).length,b.length, Math.max(...b));
lap("done");
let n=0;t=Date.now();for(const {mail} of held){judge(m,mail,featuresOf(mail));n++}console.log("per s",n/(Date.now()-t)*1000);
