What this jar holds of others, and under which licences. Texts are in META-INF/licenses, notices in META-INF/NOTICE.

<#list dependencyMap as entry>
<#assign library = entry.getKey()/>
<#if library.groupId != "dev.yorozu">
${library.name} ${library.version} (${library.groupId}:${library.artifactId}): ${entry.getValue()?join(" or ")}
</#if>
</#list>
